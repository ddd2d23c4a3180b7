import { PageHeading } from '../../components/PageHeading';
import styles from './DataPage.module.css';
import { ExportSection } from './ExportSection';
import { ImportSection } from './ImportSection';

/** Where a person takes all that they keep away with them, and brings in what they kept elsewhere. */
export default function DataPage() {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading page="data">Your data</PageHeading>
      </header>
      <ExportSection />
      <ImportSection />
    </div>
  );
}
