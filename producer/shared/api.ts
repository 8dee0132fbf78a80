import { type CallOf, requestOf } from '@kartis/contract/client.ts'
import type { Endpoint, ParamsOf, ReplyOf } from '@kartis/contract/endpoint.ts'
import { TIMEOUTS } from '@kartis/domain/limits.ts'
import { ApiError, readFailure } from './api-error.ts'
import { goToLogin, reloadWithoutWorkspace } from './end-session.ts'
import { refreshToken } from './refresh.ts'
import { isNetworkFailure, type Outgoing, send, sendTwice } from './send.ts'
import { accessToken } from './storage.ts'

type Args<E extends Endpoint> = ParamsOf<E> extends undefined ? [call?: CallOf<E>] : [call: CallOf<E>]

/** Calls an endpoint of the contract and gives its reply, envelope included. Throws ApiError. */
export const api = async <E extends Endpoint>(endpoint: E, ...[call]: Args<E>): Promise<ReplyOf<E>> => {
  const answer = await request(endpoint, call)
  if (answer.status === 204) return undefined as ReplyOf<E>
  const text = await answer.text().catch(lostOnTheWay)
  const body = isJson(answer) ? parsed(text) : undefined
  if (body === undefined) throw systemError(answer)
  return body as ReplyOf<E>
}

/** Calls an endpoint that answers with a file. */
export const apiFile = async <E extends Endpoint>(endpoint: E, ...[call]: Args<E>): Promise<Blob> =>
  (await request(endpoint, call)).blob()

const outgoingOf = <E extends Endpoint>(endpoint: E, call: CallOf<E> | undefined): Outgoing => ({
  ...requestOf(endpoint, call ?? ({} as CallOf<E>)),
  timeoutMs:
    endpoint.requestType === 'multipart'
      ? TIMEOUTS.uploadMs
      : endpoint.replyType === undefined
        ? TIMEOUTS.requestMs
        : TIMEOUTS.exportMs,
  headers: endpoint.idempotent === true ? { 'Idempotency-Key': crypto.randomUUID() } : {},
})

/** Reading may be tried again after a network failure, and so may what carries an idempotency key; other writes may have arrived. */
const request = async <E extends Endpoint>(endpoint: E, call: CallOf<E> | undefined): Promise<Response> => {
  const outgoing = outgoingOf(endpoint, call)
  const safe = endpoint.method === 'GET' || endpoint.idempotent === true
  const once = () => (safe ? sendTwice(outgoing) : send(outgoing))
  const spent = accessToken()
  const first = await once()
  const answer = first.status === 401 ? await afterRefresh(spent, once) : first
  if (answer.ok) return answer
  throw await failureOf(answer)
}

const afterRefresh = async (spent: string | undefined, again: () => Promise<Response>): Promise<Response> => {
  try {
    await refreshToken(spent)
  } catch (fault) {
    if (!isNetworkFailure(fault)) goToLogin()
    throw fault
  }
  const second = await again()
  if (second.status === 401) goToLogin()
  return second
}

/** The answer began and its end never came: the network went away, not the server wrong. */
const lostOnTheWay = (): never => {
  throw new ApiError({ code: 'N1', description: '', status: 0 })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const systemError = ({ status }: Response): ApiError => new ApiError({ code: 'SYSTEM_ERROR', description: '', status })

const isJson = (answer: Response): boolean => answer.headers.get('content-type')?.includes('json') === true

const failureOf = async (answer: Response): Promise<ApiError> => {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  const body: unknown = isJson(answer) ? await answer.json().catch(() => undefined) : undefined
  if (body === undefined) return systemError(answer)
  const failure = readFailure(body, answer.status, Number.isFinite(seconds) ? seconds : undefined)
  if (failure.status === 403 && failure.code !== 'signup_incomplete') reloadWithoutWorkspace()
  return failure
}
