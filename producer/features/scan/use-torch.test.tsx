import { act } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderAppHook } from '../../testing/render.tsx'
import { storeAutoTorch } from '../../shared/check-in/device.ts'
import { useTorch } from './use-torch.ts'

beforeEach(() => localStorage.clear())

const trackOf = (torch: boolean, applyConstraints: () => Promise<undefined>) =>
  ({ getCapabilities: () => ({ torch }), applyConstraints }) as unknown as MediaStreamTrack

const open = async (applyConstraints = vi.fn(async () => undefined), hasTorch = true) => {
  const track = trackOf(hasTorch, applyConstraints)
  const { result } = await renderAppHook(() => useTorch())
  act(() => result.current.setTrack(track))
  const dark = (isDark: boolean) => act(async () => result.current.onDark?.(isDark))
  const press = () => act(async () => result.current.toggle())
  return { torch: result, applyConstraints, dark, press }
}

describe('the torch', () => {
  it('is offered in the dark, and not once it is on', async () => {
    const { torch, applyConstraints, dark, press } = await open()
    expect(torch.current.isOffered).toBe(false)
    await dark(true)
    expect([torch.current.isOffered, torch.current.torch]).toEqual([true, false])
    expect(applyConstraints).not.toHaveBeenCalled()
    await press()
    expect(torch.current).toMatchObject({ torch: true, isOffered: false, isAutomatic: false, onDark: undefined })
    expect(applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] })
  })

  it('is no longer offered where it has become light', async () => {
    const { torch, dark } = await open()
    await dark(true)
    await dark(false)
    expect(torch.current.isOffered).toBe(false)
  })

  it('turns itself on in the dark only by the setting, and says so', async () => {
    storeAutoTorch(true)
    const { torch, dark } = await open()
    await dark(true)
    expect(torch.current).toMatchObject({ torch: true, isAutomatic: true })
  })

  it('stays off once somebody has turned it off, and is offered', async () => {
    storeAutoTorch(true)
    const { torch, dark, press } = await open()
    await dark(true)
    await press()
    await dark(true)
    expect(torch.current).toMatchObject({ torch: false, isOffered: true })
  })

  it('is neither there nor offered where the camera has none, or the device refuses it', async () => {
    const without = await open(undefined, false)
    expect(without.torch.current).toMatchObject({ torch: undefined, isOffered: false, onDark: undefined })
    const refused = await open(vi.fn().mockRejectedValue(new Error('busy')))
    await refused.dark(true)
    await refused.press()
    expect(refused.torch.current).toMatchObject({ torch: undefined, isOffered: false })
  })
})
