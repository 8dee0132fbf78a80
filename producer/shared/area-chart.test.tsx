import { fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AreaChart } from './area-chart.tsx'

const DAYS = ['ראשון', 'שני', 'שלישי', 'רביעי', 'חמישי']
const WIDTH = 400

beforeEach(() => {
  document.documentElement.dir = 'rtl'
})
afterEach(() => {
  document.documentElement.dir = ''
})

const chart = () => {
  const { container } = render(
    <AreaChart
      points={DAYS.map((name, index) => ({
        key: name,
        name,
        value: index,
        tip: `${name}: ${index}`,
        cells: [String(index)],
      }))}
      scaleText={String}
      label="מכירות"
      head={['יום', 'כרטיסים']}
    />,
  )
  const svg = container.querySelector('svg')
  const plot = svg?.parentElement
  if (!plot) throw new Error('no plot')
  plot.getBoundingClientRect = () =>
    ({ left: 100, width: WIDTH, right: 500, top: 0, bottom: 200, height: 200 }) as DOMRect
  const pointAt = (part: number) => fireEvent.pointerMove(plot, { clientX: 100 + part * WIDTH })
  const tip = () => Array.from(plot.querySelectorAll<HTMLElement>('span')).find(({ textContent }) => textContent !== '')
  return { plot, pointAt, tip }
}

describe('the tooltip of a chart in a page that runs from right to left', () => {
  it('stands at the point under the pointer, and names its day', () => {
    const { plot, pointAt, tip } = chart()
    // Time runs from left to right in every language.
    expect(plot.closest('[dir]')?.getAttribute('dir')).toBe('ltr')
    expect(tip()).toBeUndefined()
    for (const [index, name] of DAYS.entries()) {
      const part = index / (DAYS.length - 1)
      pointAt(part)
      expect(tip()?.textContent).toBe(`${name}: ${index}`)
      expect(tip()?.style.getPropertyValue('--x')).toBe(`${part * 100}%`)
    }
  })

  it('stays inside the chart at both of its ends, and leaves with the pointer', () => {
    const { plot, pointAt, tip } = chart()
    pointAt(-0.2)
    expect(tip()?.dataset['edge']).toBe('start')
    pointAt(1.3)
    expect(tip()?.dataset['edge']).toBe('end')
    expect(tip()?.textContent).toContain(DAYS.at(-1))
    fireEvent.pointerLeave(plot)
    expect(tip()).toBeUndefined()
  })
})
