import { Button } from '@kartis/ui/components/button.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { useTranslation } from 'react-i18next'

interface NothingFoundProps {
  readonly title: string
  readonly text: string
  readonly onClear: () => void
}

/** Shown for a search without matches, with a button that clears it. */
export function NothingFound({ title, text, onClear }: NothingFoundProps) {
  const { t } = useTranslation('components')
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Button look="line" onClick={onClear}>
          {t('search.clear')}
        </Button>
      }
    />
  )
}
