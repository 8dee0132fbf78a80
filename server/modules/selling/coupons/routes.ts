import { createCoupon, deleteCoupon, listCoupons, showCoupon, updateCoupon } from '@kartis/contract/coupons.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sortOf, viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { viewCoupon } from './coupon-view.ts'
import { couponRow, type CouponRow, discountsOfCoupons, listCouponRows } from './coupons-queries.ts'
import { changeCoupon, createCouponOf, removeCoupon } from './save-coupon.ts'

const SORTS = { created_at: 'created_at', code: 'code' } as const

export const couponRoutes = (app: App, platform: Platform): void => {
  const { db } = platform
  const viewAll = async (rows: readonly CouponRow[], now: Date) => {
    const discounts = await discountsOfCoupons(db, rows)
    return rows.map((row) => viewCoupon(row, discounts.get(row.id) ?? 0, now))
  }
  const shown = async (id: string | Refusal, accountId: string, now: Date) => {
    if (isRefusal(id)) return id
    const row = await couponRow(db, accountId, id)
    const [coupon] = row ? await viewAll([row], now) : []
    return coupon ? { data: coupon } : refuse('not_found')
  }

  route(app, listCoupons, async ({ query, actor, now }) => {
    const sort = sortOf(query.sort, SORTS, { column: 'created_at', direction: 'desc' })
    const { filter } = query
    const { events } = actor.account
    const listQuery = { ...query, ...sort, events, eventId: filter?.event_uuid, code: filter?.or?.['code'] }
    const { rows, total } = await listCouponRows(db, actor.account.id, listQuery)
    return viewPage(await viewAll(rows, now), total, query)
  })

  route(app, createCoupon, async ({ body, actor, now }) => {
    const creator = { accountId: actor.account.id, userId: actor.user.id }
    return shown(await createCouponOf(platform, creator, body, now), actor.account.id, now)
  })
  route(app, showCoupon, async ({ params, actor, now }) => shown(params.uuid, actor.account.id, now))
  route(app, updateCoupon, async ({ params, body, actor, now }) =>
    shown(await changeCoupon(platform, actor.account.id, params.uuid, body, now), actor.account.id, now),
  )
  route(app, deleteCoupon, async ({ params, actor, now }) =>
    (await removeCoupon(platform, actor.account.id, params.uuid, now))
      ? { data: { done: true as const } }
      : refuse('not_found'),
  )
}
