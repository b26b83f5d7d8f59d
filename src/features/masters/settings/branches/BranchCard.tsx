import { branchCalls } from '#contract/calls/branches.ts'
import { useKeptSettings } from '#src/parts/settings-form/use-kept-settings.ts'
import { type SettingsForm, useSettingsForm } from '#src/parts/settings-form/use-settings-form.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { FilePicker } from '#src/ui/master/fields/FilePicker.tsx'
import { SettingsPanel, SettingsSection } from '../SettingsPanel.tsx'
import classes from '../settings.module.css'
import { SETTINGS_WORDS as WORDS } from '../words.ts'
import {
  BRANCH_LABELS,
  BRANCH_THIRD_PARTY,
  DISCLAIMER,
  HL7,
  IMAGES,
  INVOICE,
  LAB,
  MACHINES,
} from './branch-fields.ts'
import { PaperSection } from './PaperSection.tsx'
import { pictureHeight } from './picture-height.ts'

type Input = Parameters<typeof callApi<typeof branchCalls.saveConfiguration>>[1]

/** The settings of one branch besides its own form: paper, pictures, machines, partners. */
export function BranchCard({ id }: { id: string }) {
  const { stored, error, refresh } = useKeptSettings(branchCalls.detail, { id }, `branch:${id}`)
  const form = useSettingsForm({
    name: `branch:${id}`,
    stored,
    fields: Object.keys(BRANCH_LABELS),
    send: async (values, rev) => {
      const input = { ...values, id } as Input
      return (await callApi(branchCalls.saveConfiguration, input, { baseRev: rev })).result
    },
  })
  return (
    <SettingsPanel form={form} error={error} onRetry={refresh} labels={BRANCH_LABELS}>
      <PaperSection form={form} />
      <SettingsSection title={WORDS.imagesTitle} hint={WORDS.imagesHint} form={form}>
        <div className={classes.fields}>
          {(Object.keys(IMAGES) as (keyof typeof IMAGES)[]).map((name) => (
            <PaperImage key={name} name={name} form={form} />
          ))}
        </div>
      </SettingsSection>
      <SettingsSection title={WORDS.reportsTitle} form={form} fields={DISCLAIMER} />
      <SettingsSection title={WORDS.invoiceTitle} form={form} fields={INVOICE} />
      <SettingsSection title={WORDS.machineTitle} form={form} fields={MACHINES} />
      <SettingsSection title={WORDS.hl7Title} form={form} fields={HL7} />
      <SettingsSection title={WORDS.labTitle} form={form} fields={LAB} />
      <SettingsSection
        title={WORDS.thirdPartyTitle}
        hint={WORDS.thirdPartyHint}
        form={form}
        fields={BRANCH_THIRD_PARTY}
      />
    </SettingsPanel>
  )
}

/** The field for the height of each header or footer on the paper. */
const HEIGHTS: Partial<Record<keyof typeof IMAGES, string>> = {
  report_header_img_id: 'report_header_margin',
  report_footer_img_id: 'report_footer_margin',
}

function PaperImage({ name, form }: { name: keyof typeof IMAGES; form: SettingsForm }) {
  const value = form.values[name]
  const rule = form.errors[name]
  const height = HEIGHTS[name]
  const pick = (fileId: string | null) => {
    form.setValue(name, fileId)
    // A new picture would be invisible on a sheet without space for it, so set the space to the picture's
    // height.
    if (fileId === null || height === undefined || Number(form.values[height] ?? 0) > 0) return
    void pictureHeight(fileId).then((px) => px !== undefined && form.setValue(height, px))
  }
  return (
    <FilePicker
      label={IMAGES[name]}
      use="bookletImage"
      purpose="letterhead"
      keepsWidth
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={pick}
      error={rule === undefined ? undefined : WORDS.rule(IMAGES[name], rule)}
    />
  )
}
