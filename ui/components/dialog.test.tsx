import { expect, test, vi } from 'vitest'
import { renderHebrew } from '../testing/render.tsx'
import { Dialog } from './dialog.tsx'

test('Escape in a dialog that stands in another one closes that one alone', async () => {
  const [closeOuter, closeInner] = [vi.fn(), vi.fn()]
  const { container } = await renderHebrew(
    <Dialog open onClose={closeOuter} title="outer">
      <Dialog open onClose={closeInner} title="inner" />
    </Dialog>,
  )
  const [outer, inner] = container.querySelectorAll('dialog')
  inner?.dispatchEvent(new Event('cancel', { cancelable: true }))
  expect([closeOuter.mock.calls.length, closeInner.mock.calls.length]).toEqual([0, 1])
  outer?.dispatchEvent(new Event('cancel', { cancelable: true }))
  expect(closeOuter).toHaveBeenCalledOnce()
})
