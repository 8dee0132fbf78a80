import { doWork } from '@kartis/domain/proof-of-work.ts'
import type { Work } from '@kartis/domain/proof-of-work.ts'

// A thread of its own: the page stays awake meanwhile.
addEventListener('message', ({ data }: MessageEvent<Work>) => postMessage(doWork(data)))
