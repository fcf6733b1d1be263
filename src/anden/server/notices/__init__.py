"""What people are told when they are not at the table: by push on their devices, by webhooks."""
