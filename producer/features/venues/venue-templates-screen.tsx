import type { VenueMap } from '@kartis/contract/venue-maps.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { IconButton } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useSearch } from '@kartis/ui/components/use-search.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconArmchair, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchedList } from './searched-list.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { useDuplicateTemplate, useDeleteTemplate, useTemplates } from './template-queries.ts'
import style from './venue-list.module.css'

const SEARCH_FROM = 6
const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** The workspace's seat maps: name, venue, copy and delete. They are drawn in the editor. */
export function VenueTemplatesScreen() {
  const { t } = useTranslation('venues')
  const [page, setPage] = useState(1)
  const search = useSearch()
  const templates = useTemplates(page, search)
  const [edited, setEdited] = useState<VenueMap | 'new'>()
  return (
    <>
      <SearchedList
        query={templates}
        search={search}
        searchFrom={SEARCH_FROM}
        texts={{
          add: t('maps.new'),
          search: t('maps.search'),
          nothing: t('maps.nothing'),
          empty: { title: t('maps.empty.title'), text: t('maps.empty.text'), action: t('maps.empty.action') },
        }}
        note={<Note>{t('maps.editor_coming')}</Note>}
        onAdd={() => setEdited('new')}
        onPage={setPage}
      >
        {(template) => <TemplateCard template={template} onEdit={() => setEdited(template)} />}
      </SearchedList>
      <TemplateDialog
        open={edited !== undefined}
        template={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    </>
  )
}

const STATES = { draft: 'quiet', published: 'good', changed: 'warn' } as const

function TemplateCard({ template, onEdit }: { readonly template: VenueMap; readonly onEdit: () => void }) {
  const { t } = useTranslation('venues')
  const lang = useLang()
  const copying = useDuplicateTemplate()
  const removal = useDeleteTemplate()
  const { name, uuid } = template
  const copy = () =>
    copying.mutate(uuid, { onSuccess: () => showToast({ state: 'good', text: t('maps.copied', { name }) }) })
  const remove = async () => {
    const yes = await confirm({
      title: t('remove_ask.title', { name }),
      text: t('maps.remove_text'),
      action: t('remove_ask.action'),
      danger: true,
    })
    if (yes) removal.mutate(uuid, { onSuccess: () => showToast({ state: 'good', text: t('maps.removed') }) })
  }
  return (
    <article className={style.card}>
      <GlyphTile>
        <IconArmchair size={22} stroke={1.75} aria-hidden />
      </GlyphTile>
      <div className={style.texts}>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p>{template.venue === null ? t('maps.no_venue') : <bdi>{template.venue.name}</bdi>}</p>
        <p>
          <Pieces
            pieces={[
              template.capacity > 0 ? t('maps.places', { count: template.capacity }) : t('maps.not_drawn'),
              t('maps.changed_on', { day: dayText(template.updated_at, lang) }),
            ]}
          />
        </p>
      </div>
      <div className={style.foot}>
        <Chip state={STATES[template.status]}>{t(`maps.status.${template.status}`)}</Chip>
        <span className={style.actions}>
          <IconButton bare label={t('edit_label', { name })} onClick={onEdit}>
            <IconPencil {...ICON} />
          </IconButton>
          <IconButton bare label={t('maps.copy_label', { name })} disabled={copying.isPending} onClick={copy}>
            <IconCopy {...ICON} />
          </IconButton>
          <IconButton bare label={t('remove_label', { name })} onClick={() => void remove()}>
            <IconTrash {...ICON} />
          </IconButton>
        </span>
      </div>
    </article>
  )
}
