import type { Work } from '@kartis/domain/proof-of-work.ts'
import { proofOf } from './proof.ts'

addEventListener('message', ({ data }: MessageEvent<Work>) => postMessage(proofOf(data)))
