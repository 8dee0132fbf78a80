import { S3Client } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'

export interface S3Setup {
  readonly bucket: string
  readonly region: string
  readonly endpoint?: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly forcePathStyle: boolean
}

export const openS3Driver = (setup: S3Setup): S3Driver => {
  const client = new S3Client({
    region: setup.region,
    ...(setup.endpoint && { endpoint: setup.endpoint }),
    forcePathStyle: setup.forcePathStyle,
    credentials: { accessKeyId: setup.accessKeyId, secretAccessKey: setup.secretAccessKey },
    // Not all S3-compatible stores support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5000, requestTimeout: 30_000 },
  })
  return new S3Driver({ client, bucket: setup.bucket, visibility: 'private', supportsACL: false })
}
