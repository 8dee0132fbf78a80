// Loaded into a server by NODE_OPTIONS: the process whose id is in the file PROVE_LEAK keeps all that it allocates from then on.
// The second word of the file says where: `heap` for objects, `buffers` for memory outside of the heap.
import { readFileSync } from 'node:fs'

const file = process.env.PROVE_LEAK ?? ''
const STEP_BYTES = 4 << 20
const leaked = []

const allocate = (kind) =>
  kind === 'heap'
    ? Array.from({ length: STEP_BYTES / 64 }, (_, place) => ({ place, text: `${place}` }))
    : Buffer.alloc(STEP_BYTES, 1)

const read = () => {
  try {
    const [pid, kind] = readFileSync(file, 'utf8').split(' ')
    if (Number(pid) === process.pid) leaked.push(allocate(kind))
  } catch {
    // The file is not there yet.
  }
}
setInterval(read, 20).unref()
