import { createCanvas, loadImage } from '@napi-rs/canvas'
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, type PdfStream } from '../libpdf.ts'
import { decodedData, type Resolve, resolved, resolverOf } from '../pdf-objects.ts'
import { withoutProfiles } from './jpeg-segments.ts'
import { shownPictures } from './shown-pictures.ts'

/** Pixels an inch that a page needs, and above which a picture has clearly more. */
const neededResolution = 150
const clearlyMore = 200
const quality = 80
/** A picture is replaced if that saves a fifth or more. */
const worthwhile = 0.8
// How many of the largest pictures an estimate makes smaller.
const sampled = 2

type Picture = { stream: PdfStream; scale: number }

/** JPEG at 150 pixels an inch, not in CMYK, with a mask or in a signed document. @returns the same bytes for no gain */
export async function shrinkPictures(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes)
  let isSmaller = false
  for (const picture of largePictures(pdf)) isSmaller = (await shrink(picture, resolverOf(pdf))) || isSmaller
  if (!isSmaller) return bytes
  // Without a change of an object that is not a stream, the bytes would be an update, which keeps the former pictures.
  pdf.getCatalog().set('Type', PdfName.of('Catalog'))
  const saved = await pdf.save()
  return saved.length < bytes.length ? new Uint8Array(saved) : bytes
}

/** About how many bytes a document would have after `shrinkPictures`: the largest pictures stand for the others. */
export async function estimateShrunk(bytes: Uint8Array): Promise<number> {
  const pdf = await PDF.load(bytes)
  const resolve = resolverOf(pdf)
  const pictures = largePictures(pdf).sort((a, b) => b.stream.data.length - a.stream.data.length)
  let [before, after] = [0, 0]
  for (const { stream, scale } of pictures.slice(0, sampled)) {
    const smaller = await encoded({ stream, scale }, resolve)
    before += stream.data.length
    after += Math.min(smaller?.bytes.length ?? Number.POSITIVE_INFINITY, stream.data.length)
  }
  if (after >= before * worthwhile) return bytes.length
  const all = pictures.reduce((sum, { stream }) => sum + stream.data.length, 0)
  return Math.round(bytes.length - all * (1 - after / before))
}

/** The pictures that can be made smaller; none of a document that may be signed. */
function largePictures(pdf: PDF): Picture[] {
  const resolve = resolverOf(pdf)
  if (pdf.isEncrypted || isSigned(pdf)) return []
  return [...shownPictures(pdf)].flatMap(([stream, resolution]) =>
    resolution > clearlyMore && Number.isFinite(resolution) && canShrink(stream, resolve)
      ? [{ stream, scale: neededResolution / resolution }]
      : [],
  )
}

/** Whether the form has a signature with a value, or the catalog the permissions of one (ISO 32000-2, 12.8.6). */
function isSigned(pdf: PDF): boolean {
  const signatures = pdf.getForm()?.getSignatureFields() ?? []
  return pdf.getCatalog().has('Perms') || signatures.some((field) => field.isSigned())
}

function canShrink(stream: PdfStream, resolve: Resolve): boolean {
  const isMasked = ['ImageMask', 'Mask', 'SMask', 'SMaskInData', 'Decode', 'Alternates'].some((key) => stream.has(key))
  const hasPixels = stream.getNumber('BitsPerComponent', resolve)?.value === 8 && componentsOf(stream, resolve) > 0
  return !isMasked && hasPixels && formatOf(stream, resolve) !== undefined
}

/** 1 for grey levels and 3 for RGB, as the canvas takes them; 0 for other colours. */
function componentsOf(stream: PdfStream, resolve: Resolve): number {
  const space = stream.get('ColorSpace', resolve)
  if (space instanceof PdfName) return { DeviceGray: 1, DeviceRGB: 3 }[space.value] ?? 0
  const [kind, profile] = space instanceof PdfArray ? [space.at(0, resolve), space.at(1, resolve)] : []
  const isProfile = kind instanceof PdfName && kind.value === 'ICCBased' && profile instanceof PdfDict
  return isProfile && profile.getNumber('N', resolve)?.value === 3 ? 3 : 0
}

/** What `decoded` reads. */
function formatOf(stream: PdfStream, resolve: Resolve): 'jpeg' | 'flate' | undefined {
  const filter = stream.get('Filter', resolve)
  const filters = filter instanceof PdfArray ? [...filter].map((item) => resolved(item, resolve)) : [filter]
  const name = filters.length === 1 && filters[0] instanceof PdfName ? filters[0].value : undefined
  if (name === 'DCTDecode') return stream.has('DecodeParms') ? undefined : 'jpeg'
  return name === 'FlateDecode' ? 'flate' : undefined
}

async function shrink(picture: Picture, resolve: Resolve): Promise<boolean> {
  const { stream } = picture
  const smaller = await encoded(picture, resolve)
  if (!smaller || smaller.bytes.length > stream.data.length * worthwhile) return false
  stream.setData(smaller.bytes)
  stream.delete('DecodeParms')
  const entries: [string, PdfObject][] = [
    ['Filter', PdfName.of('DCTDecode')],
    ['Width', PdfNumber.of(smaller.width)],
    ['Height', PdfNumber.of(smaller.height)],
    ['Length', PdfNumber.of(smaller.bytes.length)],
  ]
  // The encoder writes three components.
  if (componentsOf(stream, resolve) === 1) entries.push(['ColorSpace', PdfName.of('DeviceRGB')])
  for (const [key, value] of entries) stream.set(key, value)
  return true
}

/** The picture at the resolution that its page needs; undefined when it cannot be decoded. */
async function encoded({ stream, scale }: Picture, resolve: Resolve) {
  const size = {
    width: stream.getNumber('Width', resolve)?.value ?? 0,
    height: stream.getNumber('Height', resolve)?.value ?? 0,
  }
  const source = await decoded(stream, size, resolve)
  if (!source) return undefined
  const width = Math.max(1, Math.ceil(size.width * scale))
  const height = Math.max(1, Math.ceil(size.height * scale))
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, width, height)
  return { width, height, bytes: new Uint8Array(await canvas.encode('jpeg', quality)) }
}

async function decoded(stream: PdfStream, size: { width: number; height: number }, resolve: Resolve) {
  const components = componentsOf(stream, resolve)
  if (formatOf(stream, resolve) === 'flate') return rawPicture(decodedData(stream), size, components)
  const jpeg = withoutProfiles(stream.data)
  if (jpeg?.components !== components || jpeg.width !== size.width || jpeg.height !== size.height) return undefined
  return loadImage(Buffer.from(jpeg.bytes)).catch(() => undefined)
}

function rawPicture(pixels: Uint8Array, { width, height }: { width: number; height: number }, components: number) {
  if (pixels.length < width * height * components) return undefined
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  for (let from = 0, to = 0; to < image.data.length; from += components, to += 4) {
    const red = pixels[from] ?? 0
    image.data[to] = red
    image.data[to + 1] = components === 1 ? red : (pixels[from + 1] ?? 0)
    image.data[to + 2] = components === 1 ? red : (pixels[from + 2] ?? 0)
    image.data[to + 3] = 255
  }
  context.putImageData(image, 0, 0)
  return canvas
}
