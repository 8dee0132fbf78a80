import { sha256 } from '@noble/hashes/sha2'
import { findNonce, type ProofOfWork } from '@kartis/domain/proof-of-work.ts'

/** The nonce of a proof of work, with the SHA-256 library for browsers. Synchronous; takes seconds. */
export const proofOfWorkNonce = (work: ProofOfWork): string => findNonce(work, sha256)
