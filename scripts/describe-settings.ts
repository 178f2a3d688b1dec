/** Settings by how much a small agency needs them; the others of the composition are optional. */
const groups = [
  { heading: 'What every installation must set', names: ['DOMAIN', 'AGENCY_NAME', 'AGENCY_PHONE'] },
  {
    heading: 'What it should set',
    names: [
      'ACME_EMAIL',
      'AGENCY_WEBSITE',
      'AGENCY_TIME_ZONE',
      'SMTP_URL',
      'MAIL_FROM',
      'BACKUP_TO',
      'BACKUP_RECIPIENT',
      'TEXT_GATEWAY_URL',
      'TEXT_GATEWAY_ACCOUNT',
      'TEXT_GATEWAY_TOKEN',
      'TEXT_FROM',
    ],
  },
]

interface Description {
  names: string[]
  meaning: string
}

const row = /^\| (?<names>`[A-Z_0-9]+`(?: `[A-Z_0-9]+`)*) \|[^|]*\|(?<byDefault>[^|]*)\|(?<meaning>.*)\|$/gm

const withoutLinks = (text: string): string =>
  text
    .trim()
    .replace(/ \(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

const readDescriptions = (settings: string): Description[] =>
  Array.from(settings.matchAll(row), ({ groups: { names = '', byDefault = '', meaning = '' } = {} }) => ({
    names: names.replaceAll('`', '').split(' '),
    meaning: `${withoutLinks(meaning)} (default: ${byDefault.trim()})`,
  }))

function entryOf({ names, meaning }: Description): string {
  const lines = ['#']
  for (const word of meaning.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (`${line} ${word}`.length > 120) lines.push(`# ${word}`)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return [...lines, ...names.map((name) => `#${name}=`)].join('\n')
}

/** Sorts settings by need. @param settings docs/settings.md @param composition docker-compose.yml */
export function describeSettings(settings: string, composition: string): string {
  // PORT is the router's there.
  const passed = new Set(Array.from(composition.matchAll(/\$\{(?!PORT:)([A-Z_0-9]+):?-/g), ([, name = '']) => name))
  const needed = new Set(groups.flatMap(({ names }) => names))
  const descriptions = readDescriptions(settings)
  const within = (isMeant: (name: string) => boolean) =>
    descriptions
      .map(({ names, meaning }) => ({ names: names.filter((name) => passed.has(name) && isMeant(name)), meaning }))
      .filter(({ names }) => names.length > 0)
      .map(entryOf)
  return [
    '# Copy this file to .env beside docker-compose.yml. Made by `npm run openapi` from docs/settings.md; do not edit.',
    ...groups.flatMap(({ heading, names }) => [`## ${heading}`, ...within((name) => names.includes(name))]),
    '## What it may set (the router’s own settings: nginx/README.md)',
    ...within((name) => !needed.has(name)),
    '',
  ].join('\n\n')
}
