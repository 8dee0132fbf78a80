import { type CallArgs, type CallOf, requestOf } from '@kartis/contract/client.ts'
import type { Endpoint, ReplyOf } from '@kartis/contract/endpoint.ts'
import { createIntents, isOpenReply } from '@kartis/contract/intents.ts'
import { createSession, withNetworkRetry } from '@kartis/contract/session.ts'
import { TIMEOUTS } from '@kartis/domain/limits.ts'
import { ApiError, readFailure } from './api-error.ts'
import { gateEnded } from './gate-ended.ts'
import { goToLogin, reloadWithoutWorkspace } from './end-session.ts'
import { requestProof } from './proof.ts'
import { type Outgoing, send } from './send.ts'
import { accessToken, isAtGate, storeAccessToken } from './storage.ts'

interface CallSettings {
  /** False for a call that has a fallback of its own: it fails at once instead of being sent again. */
  readonly retry?: boolean
}

/**
 * Calls an endpoint of the contract. Resolves with its reply, envelope included; throws ApiError. A write carries the
 * `Idempotency-Key` of its intent, and two identical writes under way are one request.
 */
export const api = async <E extends Endpoint>(
  endpoint: E,
  ...[call]: CallArgs<E, CallSettings>
): Promise<ReplyOf<E>> => {
  const outgoing = outgoingOf(endpoint, call)
  if (endpoint.method === 'GET') return replyOf(await request(outgoing, call?.retry))
  const send = async (key: string): Promise<unknown> =>
    replyOf(await request({ ...outgoing, headers: { 'Idempotency-Key': key } }, call?.retry))
  // Intents are found by method, address and body, so the reply is that of this endpoint.
  return (await intents.run(outgoing, send)) as ReplyOf<E>
}

const intents = createIntents<unknown>({
  storage: () => sessionStorage,
  isOpen: (outcome) =>
    'error' in outcome &&
    (!(outcome.error instanceof ApiError) || isOpenReply(outcome.error.status, outcome.error.code)),
})

/** The JSON of a response; an empty one where the endpoint replies with 204. */
const replyOf = async <R>(response: Response): Promise<R> => {
  if (response.status === 204) return undefined as R
  const text = await response.text().catch(throwNetworkFailure)
  const body = isJson(response) ? parseJson(text) : undefined
  if (body === undefined) throw systemError(response)
  return body as R
}

/** Calls an endpoint that replies with a file. */
export const apiFile = async <E extends Endpoint>(endpoint: E, ...[call]: CallArgs<E>): Promise<Blob> =>
  (await request(outgoingOf(endpoint, call))).blob()

const session = createSession<Response>({
  readToken: accessToken,
  saveToken: storeAccessToken,
  send: (wire, headers) => send({ ...wire, timeoutMs: TIMEOUTS.requestMs, headers }),
  // A device at the gate has no session that could be refreshed.
  isUnauthorized: ({ status }) => status === 401 && !isAtGate(),
  onEnd: goToLogin,
  unavailable: (response) => failureOf(response),
})

const outgoingOf = <E extends Endpoint>(endpoint: E, call: CallOf<E> | undefined): Outgoing => ({
  ...requestOf(endpoint, call ?? ({} as CallOf<E>)),
  timeoutMs:
    endpoint.requestType === 'multipart'
      ? TIMEOUTS.uploadMs
      : endpoint.replyType === undefined
        ? TIMEOUTS.requestMs
        : TIMEOUTS.exportMs,
})

/** Sends once more after a network failure; a write has a key, so that it cannot happen twice. Uploads are too long. */
const request = async (outgoing: Outgoing, retry = true): Promise<Response> => {
  const retries = retry && !(outgoing.body instanceof FormData)
  const response = await session.call(() => (retries ? withNetworkRetry(() => send(outgoing)) : send(outgoing)))
  if (response.ok) return response
  const failure = Object.assign(await failureOf(response), { method: outgoing.method })
  // The same request once more, with the same key: the screen that sent it does not notice, and nothing typed is lost.
  if (failure.code === 'proof_required' && (await requestProof())) return request(outgoing, retry)
  throw failure
}

/** Refusals with 403 that say nothing about the workspace. */
const KEEPS_WORKSPACE: ReadonlySet<string> = new Set(['signup_incomplete', 'proof_required', 'passkey_required'])

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

/** A device that is no longer permitted wipes what it has; one that is refused an upload as well has nothing left to send. */
const endAtGate = ({ code, status }: ApiError): void => {
  if (status !== 401 || accessToken() === undefined) return
  gateEnded.write(code === 'unauthorized' ? 'lost' : 'ended')
}

const failureOf = async (response: Response): Promise<ApiError> => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const body: unknown = isJson(response) ? await response.json().catch(() => undefined) : undefined
  if (body === undefined) return systemError(response)
  const failure = readFailure(body, response.status, Number.isFinite(seconds) ? seconds : undefined)
  if (isAtGate()) endAtGate(failure)
  else if (failure.status === 403 && !KEEPS_WORKSPACE.has(failure.code)) reloadWithoutWorkspace()
  return failure
}
