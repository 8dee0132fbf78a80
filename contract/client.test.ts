import { describe, expect, expectTypeOf, it } from 'vitest'
import type { EndpointAt, PathOf } from './api-map.ts'
import { type CallArgs, type CallOf, newKey, queryText, requestOf } from './client.ts'
import type { RefusalOf, ReplyOf } from './endpoint.ts'
import { listOrders, showOrder } from './orders.ts'
import type { BuyerOrder, pay } from './public-orders.ts'

const uuid = '018f0000-0000-7000-8000-000000000001'

describe('the typed client', () => {
  it('writes filters, relations and an OR group the way the API reads them', () => {
    const { url } = requestOf(listOrders, {
      query: {
        page: 2,
        with: ['user', 'tickets'],
        filter: { event_uuid: uuid, or: { number: '100', 'user.first_name': 'דנה' } },
      },
    })
    expect(decodeURIComponent(url)).toBe(
      `/api/v1/producer/orders?page=2&with[]=user&with[]=tickets&filter[event_uuid]=${uuid}&filter[or][number]=100&filter[or][user.first_name]=דנה`,
    )
  })
  it('puts params into the path, encoded', () => {
    expect(requestOf(showOrder, { params: { uuid: 'a/b' } }).url).toBe('/api/v1/producer/orders/a%2Fb')
  })
  it('leaves out what is undefined', () => {
    expect(queryText({ page: undefined, sort: 'x' })).toBe('sort=x')
  })
  it('makes random keys of 32 hex digits', () => {
    expect(newKey()).toMatch(/^[\da-f]{32}$/)
    expect(newKey()).not.toBe(newKey())
  })
})

describe('the API map', () => {
  it('finds an endpoint by its method and path', () => {
    type Pay = EndpointAt<'POST', '/v1/public/orders/:uuid/payment'>
    expectTypeOf<Pay>().toEqualTypeOf<typeof pay>()
    expectTypeOf<CallOf<Pay>['params']>().toEqualTypeOf<{ uuid: string }>()
    expectTypeOf<ReplyOf<EndpointAt<'GET', '/v1/public/orders/:uuid'>>['data']>().toEqualTypeOf<BuyerOrder>()
    expectTypeOf<'payment_unavailable'>().toExtend<RefusalOf<Pay>>()
    expectTypeOf<'not_found'>().toExtend<RefusalOf<Pay>>()
    expectTypeOf<'sold_out'>().not.toExtend<RefusalOf<Pay>>()
  })
  it('knows no path outside the contract', () => {
    expectTypeOf<'/v1/public/orders'>().toExtend<PathOf<'POST'>>()
    expectTypeOf<'/v1/public/orders'>().not.toExtend<PathOf<'DELETE'>>()
    expectTypeOf<'/v1/public/nothing'>().not.toExtend<PathOf<'GET'>>()
  })
  it('requires params and a body where the endpoint has them', () => {
    expectTypeOf<CallArgs<EndpointAt<'POST', '/v1/login'>>['length']>().toEqualTypeOf<1>()
    expectTypeOf<CallArgs<EndpointAt<'GET', '/v1/public/orders/:uuid'>>['length']>().toEqualTypeOf<1>()
    expectTypeOf<CallArgs<EndpointAt<'POST', '/v1/logout'>>['length']>().toEqualTypeOf<0 | 1>()
    // The schema of this body tidies its input first; callers still see its fields.
    type Details = CallOf<EndpointAt<'PATCH', '/v1/public/orders/:uuid'>>['body']
    expectTypeOf<{ name: number }>().not.toExtend<Details>()
  })
})
