import { Input, NumberInput, Title } from '@mantine/core'
import { MARGIN_MAX_PX } from '#contract/calls/branches.ts'
import { type Margins, readMarginText, SIDES, type Side } from '#domain/branch/paper-margins.ts'
import type { SettingsForm } from '#src/parts/settings-form/use-settings-form.ts'
import { textOf } from '#src/ui/master/fields/field-props.ts'
import { SettingsSection } from '../SettingsPanel.tsx'
import classes from '../settings.module.css'
import { SETTINGS_WORDS as WORDS } from '../words.ts'
import { WITH_HEADER, WITHOUT_HEADER } from './branch-fields.ts'
import { PaperSketch } from './PaperSketch.tsx'

/** The margins of the report's paper with and without letterhead, each next to a sketch of the sheet. */
export function PaperSection({ form }: { form: SettingsForm }) {
  return (
    <SettingsSection title={WORDS.paperTitle} hint={WORDS.paperHint} form={form}>
      <Sheet
        title={WORDS.withHeader}
        label={WORDS.reportMargins}
        margins="report_margins"
        header="report_header_margin"
        footer="report_footer_margin"
        headerImage="report_header_img_id"
        footerImage="report_footer_img_id"
        form={form}
      />
      <Sheet
        title={WORDS.withoutHeader}
        label={WORDS.reportMarginsPlain}
        margins="report_margins_without_hf"
        header="report_header_margin_without_hf"
        footer="report_footer_margin_without_hf"
        form={form}
      />
    </SettingsSection>
  )
}

interface SheetProps {
  title: string
  label: string
  /** The names of the fields. */
  margins: string
  header: string
  footer: string
  headerImage?: string
  footerImage?: string
  form: SettingsForm
}

function Sheet({ title, label, margins, header, footer, headerImage, footerImage, form }: SheetProps) {
  const text = textOf(form.values[margins])
  const px = readMarginText(text, Number.MAX_SAFE_INTEGER) ?? { top: 0, right: 0, bottom: 0, left: 0 }
  const setSide = (side: Side, value: number) =>
    form.setValue(margins, SIDES.map((one) => (one === side ? value : px[one])).join(','))
  const imageOf = (name: string | undefined) => {
    const id = name === undefined ? undefined : form.values[name]
    return typeof id === 'string' && id !== '' ? id : undefined
  }
  return (
    <div className={classes.paperRow}>
      <div>
        <Title order={4} size="h6" mb={8}>
          {title}
        </Title>
        <MarginInputs label={label} px={px} rule={form.errors[margins]} onChange={setSide} />
        <SettingsFields form={form} isPlain={headerImage === undefined} />
      </div>
      <PaperSketch
        label={WORDS.sketch(title)}
        margins={px}
        header={Number(form.values[header] ?? 0)}
        footer={Number(form.values[footer] ?? 0)}
        headerImageId={imageOf(headerImage)}
        footerImageId={imageOf(footerImage)}
        isPlain={headerImage === undefined}
      />
    </div>
  )
}

function SettingsFields({ form, isPlain }: { form: SettingsForm; isPlain: boolean }) {
  const fields = isPlain ? WITHOUT_HEADER : WITH_HEADER
  return (
    <div className={classes.margins} style={{ marginTop: 12 }}>
      {Object.entries(fields).map(([name, { label }]) => (
        <NumberInput
          key={name}
          label={label}
          suffix=" px"
          min={0}
          max={MARGIN_MAX_PX}
          allowDecimal={false}
          allowNegative={false}
          value={Number(form.values[name] ?? 0)}
          onChange={(value) => form.setValue(name, Number(value) || 0)}
          error={form.errors[name] === undefined ? undefined : WORDS.rule(label, form.errors[name])}
          styles={WIDE}
        />
      ))}
    </div>
  )
}

const WIDE = { root: { gridColumn: 'span 2' } }

interface MarginInputsProps {
  label: string
  px: Margins
  rule: string | undefined
  onChange: (side: Side, value: number) => void
}

function MarginInputs({ label, px, rule, onChange }: MarginInputsProps) {
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={rule === undefined ? undefined : WORDS.rule(label, rule)}
    >
      <div className={classes.margins}>
        {SIDES.map((side) => (
          <NumberInput
            key={side}
            aria-label={WORDS.marginOf(label, WORDS.sides[side])}
            description={WORDS.sides[side]}
            suffix=" px"
            min={0}
            max={MARGIN_MAX_PX}
            allowDecimal={false}
            allowNegative={false}
            value={px[side]}
            onChange={(value) => onChange(side, Number(value) || 0)}
          />
        ))}
      </div>
    </Input.Wrapper>
  )
}
