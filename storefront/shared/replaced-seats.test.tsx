import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { inPage } from '../testing/serve.tsx'
import { ReplacedSeats } from './replaced-seats.tsx'

const seat = (number: string) => ({ uuid: `seat-${number}`, section: 'Stalls', row: '6', number })

afterEach(() => {
  document.body.innerHTML = ''
})

describe('seats that are others than those of the first choice', () => {
  it('are said to be, with each that was chosen', () => {
    const Page = inPage()
    render(
      <Page>
        <ReplacedSeats seats={[seat('8'), seat('9')]} />
      </Page>,
    )
    expect(screen.getByRole('region', { name: 'These are not the seats you had chosen' })).toBeDefined()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Stalls · Row 6 · Seat 8',
      'Stalls · Row 6 · Seat 9',
    ])
  })

  it('are not mentioned where there are none', () => {
    const Page = inPage()
    render(
      <Page>
        <ReplacedSeats seats={undefined} />
      </Page>,
    )
    expect(screen.queryByRole('region')).toBeNull()
  })
})
