import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { consentCalls } from '#contract/calls/consents.ts'
import type { ConsentFormRecord } from '#contract/masters/consent-form.ts'
import type { SessionFields } from '#domain/access/session.ts'
import type { Language } from '#domain/language/languages.ts'
import { SHARE_CHANNEL_TABLE, shareChannelsOf } from '#domain/message/channels.ts'
import { fullNumber, phoneCodeOf, recipientProblems } from '#domain/message/recipient.ts'
import { fetchMessageTexts } from '#src/parts/messages/message-texts.ts'
import { openPopUp, whatsappPage } from '#src/parts/messages/open-pop-up.ts'
import { type Recipient, RecipientFields } from '#src/parts/messages/RecipientFields.tsx'
import { callApi } from '#src/sync/api/call-api.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { type Act, useAct } from '#src/ui/refusal/use-act.ts'
import { CONSENTS_WORDS } from './words.ts'

const { share: WORDS } = CONSENTS_WORDS

export interface ShareLinkProps {
  visit: Shown<'visit'>
  form: ConsentFormRecord
  url: string
  /** The country code of the patient's own number; empty if unknown. */
  phoneCode: string
  /** The language that the patient is addressed in. */
  language: Language
  /** Called once the server has accepted a message. */
  onSent: () => void
}

/** Sends the link by WhatsApp or e-mail, whichever the centre has bought. */
export function ShareLink(props: ShareLinkProps) {
  const session = useSession()
  if (!session) return null
  const ways = shareChannelsOf(session.main_modules).filter((way) => way === 'W' || way === 'E')
  if (ways.length === 0) return <Text c="dimmed">{WORDS.noneBought}</Text>
  return <ShareForm {...props} session={session} ways={ways} />
}

type Way = 'W' | 'E'
type Draft = Recipient & { way: Way }

interface ShareFormProps extends ShareLinkProps {
  session: SessionFields
  ways: readonly Way[]
}

function ShareForm({ visit, form, url, phoneCode, language, onSent, session, ways }: ShareFormProps) {
  const { online } = useLink()
  const receiverOf = (way: Way): Draft => ({
    way,
    share_to: way === 'E' ? visit.email : visit.mobile,
    phonecode: phoneCodeOf(phoneCode, session.phone_code),
  })
  const [draft, setDraft] = useState<Draft>(() => receiverOf(ways[0] ?? 'E'))
  const [box, act] = useAct()
  const { problems, send } = useSending(
    { visit, form, url, language, onSent, act },
    draft,
    isOwnApp(draft.way, session),
  )
  return (
    <Stack gap="xs" mt="sm" ref={box}>
      <Text fw={600}>{WORDS.title}</Text>
      {ways.length > 1 && (
        <SegmentedControl
          aria-label={WORDS.channel}
          data={ways.map((way) => ({ value: way, label: SHARE_CHANNEL_TABLE[way].label }))}
          value={draft.way}
          onChange={(way) => setDraft(receiverOf(way))}
        />
      )}
      <RecipientFields
        channel={draft.way}
        value={draft}
        problems={problems}
        onChange={(part) => {
          act.forget()
          setDraft({ ...draft, ...part })
        }}
      />
      <Group justify="flex-end">
        <RefusalNote act={act} isAtField={(name) => name in draft} />
        <ReasonButton
          reason={online ? undefined : WORDS.offline}
          loading={act.isBusy}
          variant="default"
          onClick={() => void send()}
        >
          {isOwnApp(draft.way, session) ? WORDS.openApp : WORDS.send}
        </ReasonButton>
      </Group>
    </Stack>
  )
}

/** Returns whether WhatsApp opens on this device with number and text prefilled, because there is no gateway. */
const isOwnApp = (way: Way, { main_modules }: SessionFields) =>
  way === 'W' && !main_modules.includes('whatsapp_send')

function useSending(
  { visit, form, url, language, onSent, act }: Omit<ShareLinkProps, 'phoneCode'> & { act: Act },
  draft: Draft,
  isInApp: boolean,
) {
  const [wasTried, setTried] = useState(false)
  const found = recipientProblems(draft.way, draft)
  const send = async () => {
    setTried(true)
    if (Object.keys(found).length > 0) return act.refuse()
    await act.run(isInApp ? openApp : share)
  }
  const openApp = async () => {
    // Opened before anything is awaited, so that the browser does not block it.
    const popUp = openPopUp()
    if (!popUp) throw new Error(WORDS.blocked)
    const { consent } = await fetchMessageTexts(language).catch((error: unknown) => {
      popUp.close()
      throw error
    })
    const text = consent.text(visit.branch, url)
    popUp.go(whatsappPage(fullNumber(draft.phonecode, draft.share_to), text))
  }
  const share = async () => {
    const { way, share_to, phonecode } = draft
    const input = { appt_id: visit.id, consent_form_id: form.id, share_via: way, share_to, phonecode, url }
    const { message } = await callApi(consentCalls.share, input)
    notifyDone(message)
    onSent()
  }
  return { problems: wasTried ? { ...act.fields, ...found } : {}, send }
}
