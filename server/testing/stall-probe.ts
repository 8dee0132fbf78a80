import { createServer } from 'node:net'
import { startServer } from '../start.ts'

/**
 * A server that says for how long its event loop has stood still: each connection to the socket `STALL_SOCKET` gets the longest
 * turn since the one before, in milliseconds. Started with the environment of a server, for the benchmark of stalls.
 *
 * A turn is measured by the processor time of this thread from one tick of a timer to the next: a tick comes after every turn that
 * is longer than it. By the clock alone the processes of others on the same machine would be turns of this one.
 */
const TICK_MS = 1

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let [last, longest] = [cpuMs(), 0]
setInterval(() => {
  const now = cpuMs()
  longest = Math.max(longest, now - last)
  last = now
}, TICK_MS).unref()

createServer((connection) => {
  connection.end(String(longest))
  longest = 0
})
  .listen(process.env['STALL_SOCKET'])
  .unref()

await startServer()
