import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MapPicture } from './map-picture.tsx'

const rectangle = (top: number): number[] => [0, top, 1000, top, 1000, top + 400, 0, top + 400]

it('a standing area has the colour of its category, and the ground of rows has none', () => {
  const { container } = render(
    <MapPicture
      outline={{
        size: [1000, 1000],
        shapes: [],
        sections: [
          { color: '#6d35e0', points: rectangle(0) },
          { color: '#123456', points: rectangle(500) },
        ],
        rows: [{ color: '#0b7a75', points: [100, 100, 900, 100] }],
      }}
    />,
  )
  const fills = [...container.querySelectorAll('polygon')].map((polygon) => polygon.getAttribute('style'))
  expect(fills).toEqual([null, expect.stringContaining('#123456')])
  // The seat colours are those of the theme.
  expect(container.querySelector('polyline')?.getAttribute('style')).toContain('--seat-b')
})

it('a pitch has its own colour, and rows that stand closer than their dots are large are thinned', () => {
  const row = (top: number) => ({ color: '#0b7a75', points: [1000, top, 9000, top] })
  const { container } = render(
    <MapPicture
      outline={{
        size: [10_000, 8000],
        shapes: [rectangle(0), rectangle(7000)],
        shape_colors: ['#3f7d4e', null],
        sections: [],
        rows: Array.from({ length: 12 }, (_, index) => row(2000 + index * 80)),
      }}
    />,
  )
  expect(container.querySelector('polygon')?.getAttribute('style')).toContain('#3f7d4e')
  const rows = [...container.querySelectorAll('polyline')]
  expect(rows).toHaveLength(6)
  expect(Number(rows[0]?.style.strokeWidth)).toBeLessThan(160)
})
