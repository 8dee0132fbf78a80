import { type CallArgs, type CallOf, newKey, requestOf } from '@kartis/contract/client.ts'
import type { Endpoint, ReplyOf } from '@kartis/contract/endpoint.ts'
import { createSession, withNetworkRetry } from '@kartis/contract/session.ts'
import { TIMEOUTS } from '@kartis/domain/limits.ts'
import { ApiError, readFailure } from './api-error.ts'
import { goToLogin, reloadWithoutWorkspace } from './end-session.ts'
import { type Outgoing, send } from './send.ts'
import { accessToken, storeAccessToken } from './storage.ts'

/** Calls an endpoint of the contract. Resolves with its reply, envelope included; throws ApiError. */
export const api = async <E extends Endpoint>(endpoint: E, ...[call]: CallArgs<E>): Promise<ReplyOf<E>> => {
  const response = await request(endpoint, call)
  if (response.status === 204) return undefined as ReplyOf<E>
  const text = await response.text().catch(throwNetworkFailure)
  const body = isJson(response) ? parseJson(text) : undefined
  if (body === undefined) throw systemError(response)
  return body as ReplyOf<E>
}

/** Calls an endpoint that replies with a file. */
export const apiFile = async <E extends Endpoint>(endpoint: E, ...[call]: CallArgs<E>): Promise<Blob> =>
  (await request(endpoint, call)).blob()

const session = createSession<Response>({
  readToken: accessToken,
  saveToken: storeAccessToken,
  send: (wire, headers) => send({ ...wire, timeoutMs: TIMEOUTS.requestMs, headers }),
  isUnauthorized: ({ status }) => status === 401,
  onEnd: goToLogin,
})

const outgoingOf = <E extends Endpoint>(endpoint: E, call: CallOf<E> | undefined): Outgoing => ({
  ...requestOf(endpoint, call ?? ({} as CallOf<E>)),
  timeoutMs:
    endpoint.requestType === 'multipart'
      ? TIMEOUTS.uploadMs
      : endpoint.replyType === undefined
        ? TIMEOUTS.requestMs
        : TIMEOUTS.exportMs,
  headers: endpoint.idempotent === true ? { 'Idempotency-Key': newKey() } : {},
})

/** Retries reads and idempotent writes after a network failure; any other write may have reached the server. */
const request = async <E extends Endpoint>(endpoint: E, call: CallOf<E> | undefined): Promise<Response> => {
  const outgoing = outgoingOf(endpoint, call)
  const retries = endpoint.method === 'GET' || endpoint.idempotent === true
  const response = await session.call(() => (retries ? withNetworkRetry(() => send(outgoing)) : send(outgoing)))
  if (response.ok) return response
  throw await failureOf(response)
}

/** For a response that broke off: a network failure, not an error of the server. */
const throwNetworkFailure = (): never => {
  throw new ApiError({ code: 'N1', description: '', status: 0 })
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const systemError = ({ status }: Response): ApiError => new ApiError({ code: 'SYSTEM_ERROR', description: '', status })

const isJson = (response: Response): boolean => response.headers.get('content-type')?.includes('json') === true

const failureOf = async (response: Response): Promise<ApiError> => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const body: unknown = isJson(response) ? await response.json().catch(() => undefined) : undefined
  if (body === undefined) return systemError(response)
  const failure = readFailure(body, response.status, Number.isFinite(seconds) ? seconds : undefined)
  if (failure.status === 403 && failure.code !== 'signup_incomplete') reloadWithoutWorkspace()
  return failure
}
