import { sha256 } from '@noble/hashes/sha2'
import { doWork, type Work } from '@kartis/domain/proof-of-work.ts'

/** Solves the proof of work that a place costs. Takes seconds: it runs in a worker where the browser has one. */
export const proofOf = (work: Work): string => doWork(work, sha256)
