import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { gateName, storeGateName } from '../../shared/check-in/device.ts'
import { DeviceOptions } from './device-options.tsx'
import { constraintsFor } from './use-cameras.ts'

const CAMERAS = [
  { id: 'cam-1', label: 'FaceTime HD' },
  { id: 'cam-2', label: '' },
]

describe('the choice of a camera', () => {
  it('offers the rear one, the front one and each that the device lists, and says which was chosen', async () => {
    const onChoice = vi.fn()
    await renderApp(<DeviceOptions gates={[]} lanes={0} cameras={CAMERAS} choice="rear" onChoice={onChoice} />, {
      messages: ['scan', 'gate'],
    })
    const [select] = await screen.findAllByRole('combobox')
    if (!select) throw new Error('no choice')
    const options = within(select)
      .getAllByRole<HTMLOptionElement>('option')
      .filter(({ disabled }) => !disabled)
    const offered = options.map(({ value }) => value).filter(Boolean)
    expect(offered).toEqual(['rear', 'front', 'cam-1', 'cam-2'])
    for (const { textContent } of options) expect(textContent).not.toBe('')
    fireEvent.change(select, { target: { value: 'cam-2' } })
    expect(onChoice).toHaveBeenCalledWith('cam-2')
  })

  it('asks the browser for that camera: by the way it faces, or exactly the listed one', () => {
    expect(constraintsFor('rear')).toMatchObject({ facingMode: { ideal: 'environment' } })
    expect(constraintsFor('front')).toMatchObject({ facingMode: { ideal: 'user' } })
    expect(constraintsFor('cam-2')).toMatchObject({ deviceId: { exact: 'cam-2' } })
  })
})

describe('the gate of a device', () => {
  const show = (gates: readonly string[], more: { gatesPath?: string; fixedGate?: string } = {}) =>
    renderApp(
      <DeviceOptions gates={gates} {...more} lanes={0} cameras={[]} choice="rear" onChoice={() => undefined} />,
      { messages: ['scan', 'gate'] },
    )
  const select = () => screen.queryByRole<HTMLSelectElement>('combobox', { name: 'השער של המכשיר הזה' })

  it('is one of those that there are, or none', async () => {
    storeGateName('')
    await show(['5', '6'])
    fireEvent.change(select() as HTMLSelectElement, { target: { value: '6' } })
    expect(gateName()).toBe('6')
    fireEvent.change(select() as HTMLSelectElement, { target: { value: '-' } })
    expect(gateName()).toBe('')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('of an event without gates is no free text: the page says so, and leads to them whoever may add some', async () => {
    const { unmount } = await show([])
    expect(screen.getByText('לאירוע אין שערים: כל כרטיס נכנס בכל כניסה.')).toBeDefined()
    expect([screen.queryByRole('textbox'), screen.queryByRole('link'), select()]).toEqual([null, null, null])
    unmount()
    await show([], { gatesPath: '/events/1/tickets#gates' })
    expect(screen.getByRole('link', { name: 'הוספת שערים' }).getAttribute('href')).toBe('/events/1/tickets#gates')
  })

  it('of another evening is not said with the scans of this one; the gate of a link stays', async () => {
    storeGateName('שער צפון')
    const { unmount } = await show(['5', '6'])
    expect([select()?.value, gateName()]).toEqual(['-', ''])
    unmount()
    storeGateName('שער צפון')
    await show(['5', '6'], { fixedGate: 'שער צפון' })
    expect([select(), gateName()]).toEqual([null, 'שער צפון'])
  })
})
