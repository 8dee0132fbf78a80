import { describe, expect, it } from 'vitest'
import { missingParts } from './missing-parts.ts'

const sales = (total: number) => ({ sold: 0, invited: 0, total, sum_total_amount: 0 })
const picture = {
  uuid: '0192f000-0000-7000-8000-000000000001',
  slot: 'banner_card',
  name: 'a.jpg',
  content_type: 'image/jpeg',
  bytes: 1,
  width: 1340,
  height: 768,
  url: '/files/a',
  colors: null,
  created_at: '2026-11-21T10:00:00Z',
}

describe('missingParts', () => {
  it('is empty for a draft with details, date, place, tickets and a picture', () => {
    expect(missingParts({ missing: [], sales: sales(100), attachments: [picture] })).toEqual([])
  })

  it('lists the parts in the order of the wizard', () => {
    expect(
      missingParts({ missing: ['location', 'categories', 'already_over'], sales: sales(0), attachments: [] }),
    ).toEqual(['details', 'time', 'place', 'tickets', 'picture'])
  })

  it('does not report tickets to roles without access to sales', () => {
    expect(missingParts({ missing: [], sales: null, attachments: [picture] })).toEqual([])
  })
})
