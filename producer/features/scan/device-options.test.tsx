import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
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
