import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const HEADER = 'x-kartis-inner'
const SECRET = randomUUID()

/** Headers of requests that this process makes to itself (a page reads the API): they belong to a request that was admitted already. */
export const INNER_HEADERS: Readonly<Record<string, string>> = { [HEADER]: SECRET }

export const isInner = (request: FastifyRequest): boolean => request.headers[HEADER] === SECRET
