import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { Signature, SignatureVerdict } from '#contract/calls/signatures.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { READER_ZONE } from '#src/sync/session/place-zone.ts'
import { nameOfZone } from '#src/ui/zone-names.ts'
import { ComparedWords } from './ComparedWords.tsx'
import { Touches } from './Touches.tsx'
import type { Checked } from './use-check.ts'
import classes from './verify-signature.module.css'
import { VERIFY_WORDS as WORDS } from './words.ts'

const LOOKS: Record<SignatureVerdict, { color: string; title: string; Icon: typeof IconCircleCheck }> = {
  current: { color: 'teal', title: WORDS.current, Icon: IconCircleCheck },
  superseded: { color: 'yellow', title: WORDS.superseded, Icon: IconAlertTriangle },
  not_signed: { color: 'red', title: WORDS.notSigned, Icon: IconCircleX },
}

const ALTERED = { color: 'red', title: WORDS.altered, Icon: IconCircleX }

/** What the server says of one signed text, and how the given words stand to it. */
export function CheckedSignature({ checked: { input, result } }: { checked: Checked }) {
  const { verdict, signatures, words } = result
  // A signature in force says nothing good of other words.
  const isAltered = words?.verdict === 'different'
  const { color, title, Icon } = isAltered ? ALTERED : LOOKS[verdict]
  return (
    <Alert color={color} icon={<Icon aria-hidden />} title={title}>
      <Stack gap="sm">
        {isAltered && <ComparedWords given={input.words} compared={words} />}
        {isAltered && <Text>{WORDS.signedText}</Text>}
        {verdict === 'not_signed' && <Text>{WORDS.notSignedHint}</Text>}
        {verdict === 'superseded' && <Text>{WORDS.supersededHint}</Text>}
        {signatures.length > 1 && <Text>{WORDS.sameWords(signatures.length)}</Text>}
        {signatures.length > 1 ? (
          <ul className={classes.several}>
            {signatures.map((signature, at) => (
              <li key={at}>
                {lineOf(signature)}
                {signature.touches && <Touches touches={signature.touches} hash={input.hash} />}
              </li>
            ))}
          </ul>
        ) : (
          signatures.map((signature) => (
            <Stack key={signature.signed_on} gap="sm">
              <Facts signature={signature} />
              {signature.touches && <Touches touches={signature.touches} hash={input.hash} />}
            </Stack>
          ))
        )}
        {verdict !== 'not_signed' && !isAltered && <ComparedWords given={input.words} compared={words} />}
      </Stack>
    </Alert>
  )
}

// Whoever checks a paper may be anywhere: the time says whose clock it is by.
const timeOf = (instant: string) =>
  `${formatDateTime(new Date(instant), READER_ZONE)} ${nameOfZone(READER_ZONE, new Date(instant))}`

/** One of several signatures, to be found by date and doctor. */
function lineOf({ signed_by, signed_on, centre, status, superseded_on }: Signature): string {
  const replaced = superseded_on ? `${WORDS.supersededOn} ${timeOf(superseded_on)}` : ''
  return [signed_by, timeOf(signed_on), centre, WORDS.statuses[status], replaced].filter(Boolean).join(' · ')
}

function Facts({ signature }: { signature: Signature }) {
  const facts = [
    [WORDS.signedBy, signature.signed_by],
    [WORDS.signedOn, timeOf(signature.signed_on)],
    [WORDS.centre, signature.centre],
    [WORDS.status, `${WORDS.kind[signature.kind]} · ${WORDS.statuses[signature.status]}`],
    ...(signature.superseded_on ? [[WORDS.supersededOn, timeOf(signature.superseded_on)]] : []),
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
