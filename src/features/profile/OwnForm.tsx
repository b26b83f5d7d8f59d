import { TextInput } from '@mantine/core'
import { type ProfileDetail, type ProfileInput, profileCalls } from '#contract/calls/profile.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { refreshSession } from '#src/sync/session/session.ts'
import { FilePicker } from '#src/ui/master/fields/FilePicker.tsx'
import fields from '#src/ui/master/master.module.css'
import { FormPanel } from './FormPanel.tsx'
import { useSavedForm } from './use-saved-form.ts'
import { PROFILE_WORDS as WORDS } from './words.ts'

export interface OwnFormProps {
  detail: ProfileDetail
  userId: string
}

type Own = { [K in keyof ProfileInput]: ProfileInput[K] }

const LABELS = {
  fname: WORDS.fname,
  lname: WORDS.lname,
  email: WORDS.email,
  mobile: WORDS.mobile,
  image_file_id: WORDS.photo,
} as const

async function send(input: Own): Promise<string> {
  const { message } = await callApi(profileCalls.update, input)
  // The top bar shows the name and the photo; after a failure, the next page load updates them.
  await refreshSession().catch(() => undefined)
  return message
}

/** First Name, Last Name, Email, Mobile and Profile Photo of the person signed in. */
export function OwnForm({ detail, userId }: OwnFormProps) {
  const form = useSavedForm<Own>({
    initial: {
      fname: detail.fname ?? '',
      lname: detail.lname ?? '',
      email: detail.email ?? '',
      mobile: detail.mobile ?? '',
      image_file_id: detail.image_file_id,
    },
    labels: LABELS,
    required: ['fname', 'email', 'mobile'],
    send,
  })
  const { values, errors, set } = form
  return (
    <FormPanel
      title={WORDS.own}
      failure={form.failure}
      isSaving={form.isSaving}
      refusal={form.isDirty ? undefined : WORDS.unchanged}
      onSave={form.save}
    >
      <TextInput
        label={WORDS.fname}
        withAsterisk
        maxLength={60}
        autoComplete="given-name"
        value={values.fname}
        error={errors.fname}
        onChange={(event) => set('fname', event.currentTarget.value)}
      />
      <TextInput
        label={WORDS.lname}
        maxLength={60}
        autoComplete="family-name"
        value={values.lname}
        error={errors.lname}
        onChange={(event) => set('lname', event.currentTarget.value)}
      />
      <TextInput
        label={WORDS.email}
        withAsterisk
        maxLength={200}
        inputMode="email"
        autoComplete="email"
        value={values.email}
        error={errors.email}
        onChange={(event) => set('email', event.currentTarget.value.trim())}
      />
      <TextInput
        label={WORDS.mobile}
        withAsterisk
        maxLength={10}
        inputMode="tel"
        autoComplete="tel-national"
        className="tabular"
        value={values.mobile}
        error={errors.mobile}
        onChange={(event) => set('mobile', event.currentTarget.value.replace(/\D/g, ''))}
      />
      <div className={fields.wide}>
        <FilePicker
          label={WORDS.photo}
          use="profileImage"
          purpose="photo"
          owner={userId}
          value={values.image_file_id}
          error={errors.image_file_id}
          onChange={(fileId) => set('image_file_id', fileId)}
        />
      </div>
    </FormPanel>
  )
}
