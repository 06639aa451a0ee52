"""What every job shares, and the protocol of a wing: a folder with all that one use needs."""
