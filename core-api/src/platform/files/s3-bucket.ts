import { HeadBucketCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { S3Root } from './s3-root.ts'

export interface BucketSettings {
  /** URL of an S3-compatible service; Amazon's if not set. */
  S3_ENDPOINT?: string
  S3_REGION: string
  S3_PREFIX?: string
  S3_FORCE_PATH_STYLE: boolean
  S3_ACCESS_KEY_ID?: string
  S3_SECRET_ACCESS_KEY?: string
}

/** Creates a client. Without access keys in the settings, the SDK uses AWS's default credentials. */
export function openS3Client(settings: BucketSettings): S3Client {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  return new S3Client({
    ...(settings.S3_ENDPOINT ? { endpoint: settings.S3_ENDPOINT } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    region: settings.S3_REGION,
    forcePathStyle: settings.S3_FORCE_PATH_STYLE,
    // Other services than Amazon's refuse the SDK's checksums of streams. Encrypted files are authenticated anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A part may take long on a slow line. Of a download, only the headers count.
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 120_000, throwOnRequestTimeout: true },
  })
}

/** Opens the bucket. All objects are under the prefix of the settings. */
export function openBucket(settings: BucketSettings, name: string) {
  const client = openS3Client(settings)
  const { S3_PREFIX: prefix = '' } = settings
  return {
    root: new S3Root(client, { bucket: name, prefix }),
    check: () => checkBucket(client, name),
    close: () => client.destroy(),
  }
}

/** Reports wrong settings at the start. @returns whether it is available now @throws with a message if it is refused */
async function checkBucket(client: S3Client, bucket: string): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
    return true
  } catch (cause) {
    const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined
    if (status === undefined || status >= 500 || status === 429) return false
    const problem = status === 404 ? 'There is no such bucket' : `The file store refuses (status ${status})`
    throw new Error(`${problem}. Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the access key.`, { cause })
  }
}
