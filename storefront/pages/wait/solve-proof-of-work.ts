import type { ProofOfWork } from '@kartis/domain/proof-of-work.ts'

const solveInWorker = (work: ProofOfWork): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('proof-of-work-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
      worker.terminate()
      resolve(data)
    })
    worker.addEventListener('error', () => {
      worker.terminate()
      reject(new Error('the worker failed'))
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- `Worker.postMessage` has no target origin
    worker.postMessage(work)
  })

/**
 * Computes the proof of work that joining the queue requires: its nonce, or '' if none is required. Runs in a worker; without
 * workers on the main thread, which blocks it for seconds.
 */
export const solveProofOfWork = async (work: ProofOfWork): Promise<string> => {
  if (work.bits === 0) return ''
  try {
    return await solveInWorker(work)
  } catch {
    // Only this case loads the SHA-256 library into the page itself.
    const { proofOfWorkNonce } = await import('./proof-of-work-nonce.ts')
    return proofOfWorkNonce(work)
  }
}
