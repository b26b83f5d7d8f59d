import { Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import type { AiBodyPartRecord } from '#contract/masters/ai-body-part.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { BodyPartItem } from './BodyPartItem.tsx'
import classes from './body-parts.module.css'
import { BODY_PART_WORDS as WORDS } from './words.ts'

const ACTIVE = { status: '1' } as const

/** The body parts that AI companies read, with one tab for each body part. */
export default function BodyParts() {
  const { rows, isLoading, error } = useMasters('aiBodyPart', ACTIVE)
  const { online } = useLink()
  return (
    <div>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle} />
      {isLoading && <SkeletonRows rows={6} />}
      {!isLoading && rows.length === 0 && error && (
        <ErrorNote title={WORDS.failed} message={online ? error.message : WORDS.offline} />
      )}
      {!isLoading && rows.length === 0 && !error && <EmptyState title={WORDS.none} hint={WORDS.noneHint} />}
      {rows.length > 0 && <PartTabs parts={inDisplayOrder(rows)} />}
    </div>
  )
}

function PartTabs({ parts }: { parts: readonly AiBodyPartRecord[] }) {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('part')
  const shown = parts.find(({ id }) => id === wanted) ?? parts[0]
  if (!shown) return null
  return (
    <Tabs
      value={shown.id}
      onChange={(id) => setParams(id === null ? {} : { part: id }, { replace: true })}
      keepMounted={false}
    >
      <Tabs.List aria-label={WORDS.tabs}>
        {parts.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.id} pt="md">
        {shown.items.length === 0 ? (
          <EmptyState title={WORDS.noItems(shown.name)} hint={WORDS.noItemsHint} />
        ) : (
          <div className={classes.items}>
            {shown.items.map((item, place) => (
              // Items have no id on the wire; their order does not change within a revision.
              // oxlint-disable-next-line react/no-array-index-key -- see above
              <BodyPartItem key={place} item={item} />
            ))}
          </div>
        )}
      </Tabs.Panel>
    </Tabs>
  )
}

/** Returns the rows sorted by the platform's display order, then by name. */
const inDisplayOrder = (rows: readonly AiBodyPartRecord[]) =>
  rows.toSorted((a, b) => (a.disp_odr ?? 0) - (b.disp_odr ?? 0) || a.name.localeCompare(b.name))
