import { timeText } from '@kartis/i18n/format.ts'
import { Button, IconButton, iconButtonClass } from '@kartis/ui/components/button.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowRight,
  IconCheck,
  IconCloudOff,
  IconEye,
  IconLoader2,
  IconSearch,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import { Key } from './editor-fields.tsx'
import { useEditor } from './editor-state.ts'
import style from './editor.module.css'
import type { SaveState } from './use-autosave.ts'
import { usePlacesText } from './use-places-text.ts'

interface TopBarProps {
  readonly name: string
  /** Of the next edition. */
  readonly edition: number
  /** The draft is the newest edition as it was published. */
  readonly isPublished: boolean
  readonly places: number
  readonly back: string
  readonly save: SaveState
  readonly publishing: boolean
  readonly onFind: () => void
  readonly onView: () => void
  readonly onPublish: () => void
}

/** Name, history, saved state and what comes after the drawing. */
export function TopBar(props: TopBarProps) {
  const { name, edition, isPublished, places, back, save, onFind, onView } = props
  const { t } = useTranslation(['seat-maps', 'components'])
  const placesText = usePlacesText()
  const { history, canUndo, canRedo } = useEditor()
  return (
    <header className={style.bar}>
      <PathLink
        path={back}
        className={iconButtonClass(true)}
        aria-label={t('components:back')}
        title={t('components:back')}
      >
        <IconArrowRight className={style.arrow} size={20} stroke={1.75} aria-hidden />
      </PathLink>
      <div className={style.title}>
        {/* A long name is cut at its end, whatever its script. */}
        <h1>
          <UserText>{name}</UserText>
        </h1>
        <p>
          {isPublished
            ? t('seat-maps:bar.published', { edition: edition - 1 })
            : t(edition === 1 ? 'seat-maps:bar.draft_first' : 'seat-maps:bar.draft', { edition })}
          {' · '}
          {placesText(places)}
        </p>
      </div>
      <span className={style.rule} />
      <IconButton bare label={t('seat-maps:bar.undo')} disabled={!canUndo} onClick={history.undo}>
        <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
      </IconButton>
      <IconButton bare label={t('seat-maps:bar.redo')} disabled={!canRedo} onClick={history.redo}>
        <IconArrowForwardUp size={20} stroke={1.75} aria-hidden />
      </IconButton>
      <SavedState save={save} />
      <span className={style.push} />
      <span className={style.wideOnly}>
        <Button look="line" icon={<IconSearch size={18} stroke={1.75} aria-hidden />} onClick={onFind}>
          {t('seat-maps:bar.find')} <Key name="Ctrl F" />
        </Button>
      </span>
      <Button look="line" icon={<IconEye size={18} stroke={1.75} aria-hidden />} onClick={onView}>
        <span className={style.wideOnly}>{t('seat-maps:bar.view')}</span>
        <span className={style.phoneOnly}>{t('seat-maps:bar.view_short')}</span>
      </Button>
      <span className={style.wideOnly}>
        <PublishButton {...props} />
      </span>
    </header>
  )
}

interface PublishButtonProps extends Pick<TopBarProps, 'edition' | 'isPublished' | 'publishing' | 'onPublish'> {
  readonly size?: 'big'
  readonly full?: boolean
}

/** Publishes the draft; nothing to do while it is the edition that was published. */
export function PublishButton({ edition, isPublished, publishing, onPublish, size, full = false }: PublishButtonProps) {
  const { t } = useTranslation('seat-maps')
  const text = edition === 1 ? t('bar.publish_first') : t('bar.publish', { edition })
  return (
    <Button
      {...(size && { size })}
      full={full}
      disabled={isPublished}
      busy={publishing}
      busyText={t('bar.publishing')}
      onClick={onPublish}
    >
      {isPublished ? t('bar.unchanged') : text}
    </Button>
  )
}

/** Whether what is seen is stored. */
export function SavedState({ save }: { readonly save: SaveState }) {
  const { t } = useTranslation('seat-maps')
  const lang = useLang()
  const texts = {
    saved: () =>
      save.kind === 'saved' && save.at !== undefined
        ? t('saved.at', { time: timeText(new Date(save.at), lang) })
        : t('saved.all'),
    waiting: () => t('saved.saving'),
    saving: () => t('saved.saving'),
    offline: () => t(save.kind === 'offline' && !save.isStored ? 'saved.offline_unsaved' : 'saved.offline'),
    conflict: () =>
      save.kind === 'conflict' ? t('saved.conflict', { name: save.by.by?.name || t('conflict.somebody') }) : '',
    refused: () => t('saved.refused'),
  }
  const icons = {
    saved: IconCheck,
    waiting: IconLoader2,
    saving: IconLoader2,
    offline: IconCloudOff,
    conflict: IconAlertTriangle,
    refused: IconAlertTriangle,
  }
  const Icon = icons[save.kind]
  return (
    <span className={style.saved} data-kind={save.kind} role="status">
      <Icon size={18} stroke={2} aria-hidden />
      <span>{texts[save.kind]()}</span>
    </span>
  )
}
