import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const LIFETIME = join(import.meta.dirname, 'process-lifetime.ts')

/** Runs a process that stops as servers do, and fails in the given way. */
const failing = async (failure: string) => {
  const program = `
    import { stopOnSignal } from ${JSON.stringify(LIFETIME)}
    setInterval(() => {}, 1000)
    stopOnSignal(async () => { console.log('finished what it did') })
    setTimeout(() => { ${failure} }, 20)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code: code as number | null }
}

it.each([
  ['an error', "throw new Error('the cause')"],
  ['a rejection', "void Promise.reject(new Error('the cause'))"],
])(
  'after %s that nothing handled a process says why, finishes what it does and ends with code 1',
  async (_, failure) => {
    const { out, err, code } = await failing(failure)
    expect(err).toContain('nothing handled')
    expect(err).toContain('the cause')
    expect(out).toContain('finished what it did')
    expect(code).toBe(1)
  },
)
