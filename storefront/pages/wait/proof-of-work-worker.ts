import type { ProofOfWork } from '@kartis/domain/proof-of-work.ts'
import { proofOfWorkNonce } from './proof-of-work-nonce.ts'

addEventListener('message', ({ data }: MessageEvent<ProofOfWork>) => postMessage(proofOfWorkNonce(data)))
