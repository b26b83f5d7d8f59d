import { Alert, Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import type { ConsentFormRecord } from '#contract/masters/consent-form.ts'
import { standingConsents } from '#domain/consent/standing-consent.ts'
import { formFPartOf } from '#domain/pndt/form-f.ts'
import { useFormsThatApply } from '#src/parts/form-f/use-forms-that-apply.ts'
import { FORM_F_WORDS } from '#src/parts/form-f/words.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useVisitParts } from '#src/sync/desk/use-visit.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { ConsentList } from './ConsentList.tsx'
import classes from './consent-forms.module.css'
import { FillPanel } from './FillPanel.tsx'
import { LinkPanel } from './LinkPanel.tsx'
import { useMadeLinks } from './made-links.ts'
import { useFormsOfVisit } from './use-forms-of-visit.ts'
import { CONSENTS_WORDS as WORDS } from './words.ts'

export interface ConsentFormsDialogProps {
  visit: Shown<'visit'>
  onClose: () => void
}

/** A visit's consent forms, one tab each (docs/visits.md#visit-panel): link and code, filling in here, and signers. */
export function ConsentFormsDialog({ visit, onClose }: ConsentFormsDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': WORDS.close }}
      size="min(1080px, 96vw)"
      title={
        <>
          <Text span fw={600}>
            {WORDS.title}
          </Text>
          <Text span c="dimmed" ml="sm">
            {WORDS.of(visit.name, visit.visit_no)}
          </Text>
        </>
      }
    >
      <FormTabs visit={visit} />
    </Dialog>
  )
}

function FormTabs({ visit }: { visit: Shown<'visit'> }) {
  const { online } = useLink()
  const { rows, isLoading, error } = useMasters('consentForm', { status: '1' })
  const forms = useFormsThatApply(rows, visit)
  const { rows: consents = [] } = useVisitParts('consent', visit.id)
  const known = useFormsOfVisit(visit.id, online && visit.rev > 0)
  const { links, keep } = useMadeLinks()
  const [opened, setOpened] = useState<string | null>(null)
  if (isLoading) return <SkeletonRows />
  if (error && forms.length === 0) return <ErrorNote title={WORDS.failed} message={error.message} />
  if (forms.length === 0) return <Text c="dimmed">{WORDS.empty}</Text>
  const form = forms.find(({ id }) => id === opened) ?? forms[0]!
  const part = formFPartOf(form.id)
  return (
    <Tabs
      value={form.id}
      onChange={setOpened}
      keepMounted={false}
      variant="outline"
      orientation="vertical"
      className={classes.tabs}
    >
      <Tabs.List aria-label={WORDS.title}>
        {forms.map((one) => (
          <Tabs.Tab key={one.id} value={one.id}>
            <TabLabel form={one} isSigned={standingConsents(consents, one.id).length > 0} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={form.id} className={classes.panel}>
        <FillPanel key={`fill ${form.id}`} visit={visit} form={form} consents={consents} />
        {part !== undefined ? (
          <Alert color="gray">
            {part === 'woman' && <Text size="sm">{FORM_F_WORDS.language}</Text>}
            {FORM_F_WORDS.lawyer}
          </Alert>
        ) : (
          <LinkPanel
            key={`link ${form.id}`}
            visit={visit}
            form={form}
            known={known.forms?.find(({ id }) => id === form.id)}
            link={links.get(form.id)}
            onMade={(link) => {
              keep(form.id, link)
              known.refresh()
            }}
          />
        )}
        <ConsentList visit={visit} rows={consents} formId={form.id} />
      </Tabs.Panel>
    </Tabs>
  )
}

function TabLabel({ form, isSigned }: { form: ConsentFormRecord; isSigned: boolean }) {
  return (
    <span className={classes.tabLabel}>
      {form.name}
      <TintBadge size="sm" colour={isSigned ? 'green' : 'gray'}>
        {isSigned ? WORDS.tab.signed : WORDS.tab.open}
      </TintBadge>
    </span>
  )
}
