import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createWorkerThread, type WorkerThread } from './worker-thread.ts'

type Input = number | 'throw' | 'exit' | 'forever'

const folder = mkdtempSync(join(tmpdir(), 'kartis-thread-'))
const file = join(folder, 'thread.mjs')
writeFileSync(
  file,
  `import { serveThread } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'serve-thread.ts')).href)}
  serveThread(async (input) => {
    if (input === 'throw') throw new Error('cannot do it')
    if (input === 'exit') process.exit(1)
    while (input === 'forever');
    return input * 2
  })`,
)
afterAll(() => rmSync(folder, { recursive: true }))

let thread: WorkerThread<Input, number>
const open = (limitMs?: number) => (thread = createWorkerThread<Input, number>(pathToFileURL(file), limitMs))
afterEach(() => thread.close())

describe('a worker thread', () => {
  it('answers each job with its own result', async () => {
    open()
    expect(await Promise.all([1, 2, 3].map((n) => thread.run(n)))).toEqual([2, 4, 6])
  })

  it('that fails at one job, or dies of it, does the next', async () => {
    open()
    const jobs = [thread.run('throw'), thread.run(1), thread.run('exit'), thread.run(2)]
    const results = await Promise.allSettled(jobs)
    expect(results).toMatchObject([
      { status: 'rejected', reason: { message: expect.stringContaining('cannot do it') as string } },
      { value: 2 },
      { status: 'rejected', reason: { message: 'the worker thread stopped' } },
      { value: 4 },
    ])
  })

  it('is stopped at a job that takes too long, which is refused; the jobs behind it are done', async () => {
    open(1500)
    const results = await Promise.all([thread.run('forever'), thread.run(4)])
    expect(results).toMatchObject([{ refusal: 'overloaded' }, 8])
  })

  it('does the jobs of different holders in turn, and refuses those of one holder beyond its share', async () => {
    open()
    const done: string[] = []
    const run = async (input: number, holder: string) => {
      const result = await thread.run(input, { holder })
      done.push(typeof result === 'number' ? holder : 'refused')
    }
    await Promise.all([...Array.from({ length: 60 }, (_, n) => run(n, 'greedy')), run(1, 'other')])
    // One was being done, and one more was first in turn.
    expect(done.filter((each) => each !== 'refused').indexOf('other')).toBeLessThanOrEqual(2)
    expect(done.filter((each) => each === 'refused')).toHaveLength(9)
  })

  it('does not begin jobs that nobody waits for any more, and gives their places to others at once', async () => {
    open()
    const left = new AbortController()
    const first = thread.run(1, { holder: 'greedy' })
    const jobs = Array.from({ length: 50 }, (_, n) => thread.run(n, { holder: 'greedy', signal: left.signal }))
    expect(await thread.run(2, { holder: 'greedy' })).toMatchObject({ refusal: 'overloaded' })
    left.abort()
    const results = await Promise.all(jobs)
    expect(results.filter((result) => isRefusal(result) && result.refusal === 'overloaded')).toHaveLength(50)
    expect(await thread.run('throw', { signal: left.signal })).toMatchObject({ refusal: 'overloaded' })
    expect(await Promise.all([first, thread.run(2, { holder: 'greedy' })])).toEqual([2, 4])
  })

  it('refuses jobs beyond those that may wait', async () => {
    open()
    const jobs = Array.from({ length: 202 }, (_, n) => thread.run(n))
    expect(await jobs.at(-1)).toMatchObject({ refusal: 'overloaded' })
    expect(await jobs.at(-2)).toBe(400)
  })
})
