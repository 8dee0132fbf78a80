import type { Work } from '@kartis/domain/proof-of-work.ts'

const inWorker = (work: Work): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('solve-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
      worker.terminate()
      resolve(data)
    })
    worker.addEventListener('error', () => {
      worker.terminate()
      reject(new Error('the worker failed'))
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(work)
  })

/** The nonce that a place in the queue costs; empty where it costs nothing. The page stays responsive meanwhile. */
export const solve = async (work: Work): Promise<string> => {
  if (work.bits === 0) return ''
  try {
    return await inWorker(work)
  } catch {
    // Without a worker the page itself computes; only then does it load the hash.
    const { proofOf } = await import('./proof.ts')
    return proofOf(work)
  }
}
