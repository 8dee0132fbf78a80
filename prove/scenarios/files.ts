import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { s3Server } from '@kartis/simulators/s3-server.ts'
import type { Line, Scenario, Scene } from '../scenario.ts'
import { openProxy } from '../proxy.ts'
import { fill, mountDisk, remount, unmount, withoutMount } from '../small-disk.ts'

const SIZE_MB = 4
const BOUGHT = 10

const PDF = Buffer.from(`%PDF-1.4\n${'x'.repeat(100_000)}\n%%EOF\n`)

/** Uploads the producer's ownership confirmation; the status of the reply. */
const upload = async ({ installation, stage: { producer } }: Scene): Promise<number> => {
  const body = new FormData()
  body.set('file', new Blob([PDF], { type: 'application/pdf' }), 'confirmation.pdf')
  const response = await fetch(`${installation.url}/api/v1/account/accounts/${producer.account}/attachments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${producer.token}`, 'x-account-id': producer.account },
    body,
  })
  await response.arrayBuffer()
  return response.status
}

/** Uploads before, while and after the store is broken; it sells meanwhile. */
const breakStore = async (
  scene: Scene,
  { what, broken, mended }: { readonly what: string; readonly broken: () => void; readonly mended: () => void },
): Promise<Line> => {
  const before = await upload(scene)
  broken()
  const meanwhile = await upload(scene)
  await scene.crowd.untilBought(BOUGHT)
  mended()
  const after = await upload(scene)
  return {
    what: `${what}: uploads are refused for now, and it sells on`,
    holds: before === 201 && meanwhile === 503 && after === 201,
    note: `uploads: ${before}, ${meanwhile} while it was broken, then ${after}; ${BOUGHT} orders meanwhile`,
  }
}

export const filesUnwritable: Scenario = {
  name: 'the disk of files is full, and then read-only',
  what: `the disk of DATA_DIR (${SIZE_MB} MB) fills up in the middle of a sale, is emptied, can only be read, and is written again.`,
  impossible: withoutMount,
  options: { prepare: (folder) => mountDisk(join(folder, 'data'), SIZE_MB) },
  run: async (scene) => {
    const { installation } = scene
    const disk = join(installation.folder, 'data')
    installation.onClose(() => unmount(disk))
    await installation.server().stop()
    await installation.restart({ DATA_DIR: disk })
    const filler = join(disk, 'filler')
    return [
      await breakStore(scene, { what: 'full', broken: () => fill(filler), mended: () => rmSync(filler) }),
      await breakStore(scene, {
        what: 'read-only',
        broken: () => remount(disk, 'ro'),
        mended: () => remount(disk, 'rw'),
      }),
    ]
  },
}

export const objectStoreUnreachable: Scenario = {
  name: 'the object store is unreachable',
  what: 'the S3 store of files refuses every connection in the middle of a sale, and comes back.',
  run: async (scene) => {
    const { installation } = scene
    const store = await s3Server()
    const proxy = await openProxy(Number(new URL(store.url).port))
    installation.onClose(async () => {
      await proxy.close()
      await store.close()
    })
    await installation.server().stop()
    await installation.restart({
      FILES: 's3',
      S3_BUCKET: 'kartis',
      S3_REGION: 'il-central-1',
      S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_FORCE_PATH_STYLE: '1',
    })
    const broken = (): void => {
      proxy.passing = 'refuse'
      proxy.reset()
    }
    return [await breakStore(scene, { what: 'unreachable', broken, mended: () => (proxy.passing = 'pass') })]
  },
}
