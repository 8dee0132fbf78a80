import { doWork } from '@kartis/domain/proof-of-work.ts'
import type { Work } from '@kartis/domain/proof-of-work.ts'

const inThread = (work: Work): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('solve-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
      worker.terminate()
      resolve(data)
    })
    worker.addEventListener('error', () => {
      worker.terminate()
      reject(new Error('no thread'))
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own has no origin to name
    worker.postMessage(work)
  })

/** The nonce of the work that a place costs; nothing to see, nothing to click. */
export const solve = async (work: Work): Promise<string> => {
  if (work.bits === 0) return ''
  try {
    return await inThread(work)
  } catch {
    return doWork(work)
  }
}
