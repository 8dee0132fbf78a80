import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const HEADER = 'x-kartis-inner'
const SECRET = randomUUID()

/**
 * Headers of requests that this process makes to itself, when a page reads the API. They belong to a request that was
 * admitted already. The random value proves that the request comes from this process.
 */
export const INNER_HEADERS: Readonly<Record<string, string>> = { [HEADER]: SECRET }

export const isInner = (request: FastifyRequest): boolean => request.headers[HEADER] === SECRET
