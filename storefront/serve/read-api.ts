import type { EndpointAt, PathOf } from '@kartis/contract/api-map.ts'
import { type CallArgs, urlOf } from '@kartis/contract/client.ts'
import type { ErrorReply } from '@kartis/contract/errors.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import type { SaleRequest } from '../page-types.ts'

type Read<Path extends PathOf<'GET'>> =
  | { readonly status: 200; readonly reply: ReplyOf<EndpointAt<'GET', Path>>; readonly detail?: undefined }
  | { readonly status: number; readonly reply: undefined; readonly detail: Readonly<Record<string, unknown>> }

interface Options {
  /** Token of the order, which authorizes its buyer. */
  readonly orderToken?: string
}

const PREFIX = '/api/v1'

/** Reads an endpoint of the contract in the server's own process, in the page's language. */
export const readApi = async <Path extends PathOf<'GET'>>(
  request: SaleRequest,
  path: Path,
  ...[call]: CallArgs<EndpointAt<'GET', Path>, Options>
): Promise<Read<Path>> => {
  const url = urlOf(path, call ?? {}).slice(PREFIX.length)
  const { status, body } = await request.api(url, call?.orderToken)
  if (status !== 200) {
    const { error } = (body ?? {}) as Partial<ErrorReply>
    return { status, reply: undefined, detail: error?.detail ?? {} }
  }
  // The tests of the API verify that its replies match the contract.
  return { status, reply: body as ReplyOf<EndpointAt<'GET', Path>> }
}

/** An unexpected reply of the API, with its status: the server logs it and shows a page for it. */
export const apiError = (what: string, status: number): Error =>
  Object.assign(new Error(`${what} answered ${status}`), { statusCode: status })
