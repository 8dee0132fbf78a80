import { Button } from '@kartis/ui/components/button.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { useNextStep } from './use-next-step.ts'

it('a step that is being saved says so on its button, which does nothing more, until the next one is there', async () => {
  const save = vi.fn()
  function Step() {
    const { busy, submitStep } = useNextStep<string>({ step: 'company', save, to: '/create-account/bank-details' })
    return (
      <Button busy={busy} busyText="שומרים…" onClick={() => void submitStep('typed')}>
        {'המשך'}
      </Button>
    )
  }
  await renderApp(<Step />)
  const button = await screen.findByRole('button', { name: 'המשך' })
  fireEvent.click(button)
  expect(button.textContent).toContain('שומרים…')
  fireEvent.click(button)
  expect(save).toHaveBeenCalledExactlyOnceWith('typed')
  await waitFor(() => expect(screen.queryByText('שומרים…')).toBeNull())
})
