import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds that something took. */
export const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await act()
  return performance.now() - began
}

/** Resolves with the milliseconds until `isDone`; rejects with what it waited for when it does not come in time. */
export const until = async (
  what: string,
  isDone: () => boolean | Promise<boolean>,
  milliseconds: number,
): Promise<number> => {
  const began = performance.now()
  while (!(await isDone())) {
    if (performance.now() - began > milliseconds) throw new Error(`${what}: not within ${milliseconds} ms`)
    await sleep(20)
  }
  return performance.now() - began
}
