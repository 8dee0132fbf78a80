import text from '@kartis/i18n/messages/he/states.json'
import { cleanup } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../testing/render.tsx'
import { OrderSum } from './order-sum.tsx'

const shown = async (total_amount: number, refunded_amount: number, channel: 'online' | 'invitation' = 'online') => {
  const { container } = await renderApp(<OrderSum order={{ channel, total_amount, refunded_amount }} />)
  const found = { text: container.textContent, struck: container.querySelector('s') !== null }
  cleanup()
  return found
}

describe('the sum of an order in a list', () => {
  it('is what is left after a refund of a part', async () => {
    expect((await shown(298, 149)).text).toContain('149.00')
    expect((await shown(0.3, 0.1)).text).toContain('0.20')
    expect((await shown(298, 0)).text).toContain('298.00')
  })

  it('is struck out where all of it was refunded', async () => {
    expect(await shown(298, 298)).toMatchObject({ struck: true })
    expect(await shown(298, 100)).toMatchObject({ struck: false })
  })

  it('is a word where nothing was paid', async () => {
    expect((await shown(0, 0)).text).toBe(text.order_sum.free)
    expect((await shown(0, 0, 'invitation')).text).toBe(text.order_sum.invited)
  })
})
