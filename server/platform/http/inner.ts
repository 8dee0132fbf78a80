import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const HEADER = 'x-kartis-inner'
const word = randomUUID()

/** On requests that this process makes to itself (a page reads the API): part of a request that was let in already. */
export const INNER_HEADERS: Readonly<Record<string, string>> = { [HEADER]: word }

export const isInner = (request: FastifyRequest): boolean => request.headers[HEADER] === word
