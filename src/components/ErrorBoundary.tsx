import { Component, type ReactNode } from 'react';
import { Button } from './Button';
import styles from './ErrorBoundary.module.css';

type Props = {
  /** The address of the page. After an error, another address renders the children again. */
  address: string;
  children: ReactNode;
};

/**
 * Shows a message in the place of children that cannot be rendered, e.g. because an extension changed the page. Nothing
 * is lost: drafts and unsent changes are on the device.
 */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override componentDidUpdate({ address }: Props) {
    if (this.state.hasFailed && address !== this.props.address) this.setState({ hasFailed: false });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className={styles.failed}>
        <h1 tabIndex={-1}>Something went wrong</h1>
        <p>What you wrote is kept on this device.</p>
        <Button kind="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    );
  }
}
