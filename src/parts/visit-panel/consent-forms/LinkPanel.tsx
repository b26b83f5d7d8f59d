import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCopy, IconLink, IconPrinter } from '@tabler/icons-react'
import { consentCalls } from '#contract/calls/consents.ts'
import type { ConsentFormRecord } from '#contract/masters/consent-form.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { LinkOpenings } from '#src/parts/messages/LinkOpenings.tsx'
import { fetchMessageTexts } from '#src/parts/messages/message-texts.ts'
import { accessPaper, printHtml } from '#src/parts/portal-access/print-access.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import classes from './consent-forms.module.css'
import { type MadeLink, makeLink } from './made-links.ts'
import { SentLinks } from './SentLinks.tsx'
import { ShareLink } from './ShareLink.tsx'
import type { FormOfVisit } from './use-forms-of-visit.ts'
import { useSentLinks } from './use-sent-links.ts'
import { CONSENTS_WORDS } from './words.ts'

const { link: WORDS } = CONSENTS_WORDS

export interface LinkPanelProps {
  visit: Shown<'visit'>
  form: ConsentFormRecord
  /** What the server knows about the form at this visit, once loaded. */
  known: FormOfVisit | undefined
  link: MadeLink | undefined
  onMade: (link: MadeLink | undefined) => void
}

const moment = (instant: string) => formatDateTime(new Date(instant), branchZone())

/** The link to the form: its code, and ways to send it to the patient. */
export function LinkPanel({ visit, form, known, link, onMade }: LinkPanelProps) {
  const { online } = useLink()
  const sentLinks = useSentLinks(visit.id, online && visit.rev > 0)
  const [box, act] = useAct()
  const reason = online ? (visit.rev === 0 ? WORDS.waiting : undefined) : WORDS.offline
  const isInForce = link !== undefined || (known?.expires ?? null) !== null
  const make = async () => {
    onMade(await makeLink(visit.id, form.id))
  }
  const revoke = async () => {
    const question = { title: WORDS.revokeTitle, message: WORDS.revokeQuestion, confirmLabel: WORDS.revoke }
    if (!(await confirmAction({ ...question, danger: true }))) return
    const about = { appt_id: visit.id, consent_form_id: form.id }
    const { message } = await callApi(consentCalls.revokeLink, about)
    notifyDone(message)
    onMade(undefined)
  }
  return (
    <section className={classes.section} aria-labelledby="consent-link">
      <Title order={3} size="h5" id="consent-link">
        {WORDS.title}
      </Title>
      <Text size="sm" c="dimmed">
        {WORDS.hint}
      </Text>
      {link ? <ShownLink visit={visit} form={form} link={link} /> : <Text size="sm">{stateOf(known)}</Text>}
      <LinkOpenings openings={known?.opened_from ?? []} />
      <Group gap="xs" ref={box}>
        <ReasonButton
          reason={reason}
          loading={act.isBusy}
          variant="default"
          leftSection={<IconLink size={16} aria-hidden />}
          onClick={() => void act.run(make)}
        >
          {isInForce ? WORDS.again : WORDS.make}
        </ReasonButton>
        {isInForce && (
          <ReasonButton reason={reason} variant="default" onClick={() => void act.run(revoke)}>
            {WORDS.revoke}
          </ReasonButton>
        )}
        <RefusalNote act={act} />
      </Group>
      {link && (
        <ShareLink
          visit={visit}
          form={form}
          url={link.url}
          phoneCode={link.phone_code}
          language={link.language}
          onSent={sentLinks.refresh}
        />
      )}
      <SentLinks sent={sentLinks.sent} />
    </section>
  )
}

const stateOf = (known: FormOfVisit | undefined) =>
  known?.expires ? WORDS.inForce(moment(known.expires), known.opened) : WORDS.none

function ShownLink({ visit, form, link }: Pick<LinkPanelProps, 'visit' | 'form'> & { link: MadeLink }) {
  const [box, act] = useAct()
  const print = async () => {
    const { language, qr } = link
    const { consent } = await fetchMessageTexts(language)
    const text = consent.paper(form.name, visit.branch)
    printHtml(accessPaper({ title: CONSENTS_WORDS.title, text, qr, language }))
  }
  return (
    <div className={classes.link}>
      <img className={classes.code} src={link.qr} alt={WORDS.qr} width={176} height={176} />
      <Stack gap="xs" className={classes.grow}>
        <TextInput
          label={WORDS.field}
          description={WORDS.until(moment(link.expires))}
          value={link.url}
          readOnly
        />
        <Group gap="xs" ref={box}>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void act.run(() => copyLink(link.url))}
          >
            {WORDS.copy}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => void act.run(print)}
          >
            {WORDS.print}
          </Button>
          <RefusalNote act={act} />
        </Group>
      </Stack>
    </div>
  )
}

// Old browsers lack this clipboard API, and the person may have denied it (docs/wire.md#refusals).
async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
  } catch {
    throw new Error(WORDS.notCompatible)
  }
  notifyDone(WORDS.copied)
}
