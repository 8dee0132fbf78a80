import { describe, expect, it } from 'vitest'
import { queryText, requestOf } from './client.ts'
import { listOrders, showOrder } from './orders.ts'

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
})
