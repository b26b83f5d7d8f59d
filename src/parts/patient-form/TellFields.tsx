import { SegmentedControl, Text } from '@mantine/core'
import { MESSAGE_CHANNELS, type MessageChannel } from '#domain/message/channels.ts'
import { TELL_CHOICES, type TellChoice } from '#domain/message/decide-notice.ts'
import { TELL_FIELD_OF } from '#domain/message/tell-fields.ts'
import { formatDate } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { type FieldProps, memoField } from './memo-field.ts'
import classes from './patient-form.module.css'
import { PATIENT_FORM_WORDS as WORDS } from './words.ts'

/**
 * The channels on which the patient is informed of appointments and reports, with when and how each choice was
 * recorded.
 */
export const TellFields = memoField(
  () => Object.values(TELL_FIELD_OF),
  function TellFields({ form }: FieldProps) {
    return (
      <>
        <h3 className={`${classes.section} ${classes.wide}`}>{WORDS.tell}</h3>
        {MESSAGE_CHANNELS.map((channel) => (
          <TellField key={channel} form={form} channel={channel} />
        ))}
        <Text size="sm" c="dimmed" className={classes.wide}>
          {WORDS.tellHint}
        </Text>
      </>
    )
  },
)

/** The control needs a non-empty value if nobody asked yet. */
const UNASKED = 'unasked'
const DATA = TELL_CHOICES.map((choice) => ({ value: choice || UNASKED, label: WORDS.tellChoices[choice] }))

function TellField({ form, channel }: FieldProps & { channel: MessageChannel }) {
  const name = TELL_FIELD_OF[channel]
  const noted = form.told?.[channel]
  const id = `patient-${name}`
  const choose = (value: string) => {
    const choice: TellChoice = value === 'Yes' || value === 'No' ? value : ''
    form.set({ [name]: choice })
  }
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id={id}>
        {WORDS.fields[name]}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        data={DATA}
        value={form.values[name] || UNASKED}
        onChange={choose}
      />
      {noted && form.values[name] === form.base[name] && (
        <Text size="xs" c="dimmed" mt={4}>
          {WORDS.toldOn(formatDate(new Date(noted.at), branchZone()), WORDS.tellWays[noted.how])}
        </Text>
      )}
    </div>
  )
}
